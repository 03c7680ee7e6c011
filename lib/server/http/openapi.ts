import 'server-only';
import type { ErrorCode } from '@/lib/contract/errors';
import { openApi } from '@/lib/contract/openapi';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { config } from '@/lib/server/config';
import en from '@/messages/en.json';

let made: OpenApiDocument | undefined;

/** The document of this installation; it can't change while the process runs. */
export function openApiDocument(): OpenApiDocument {
  const { APP_NAME, VERSION, BASE_URL } = config();
  made ??= openApi({ title: APP_NAME, version: VERSION, baseUrl: BASE_URL, words });
  return made;
}

/** As the messages have it, with names for the values that are known only when it happens. */
function words(code: ErrorCode): string {
  const [group = '', name = ''] = code.split('.');
  const texts: Record<string, Record<string, string>> = en.errors;
  const text = texts[group]?.[name] ?? code;
  return text.replace(/\{(\w+), plural, .*other \{# ([^}]*)\}\}/, '{$1} $2');
}
