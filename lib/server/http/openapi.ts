import 'server-only';
import fs from 'node:fs';
import path from 'node:path';
import type { ErrorCode } from '@/lib/contract/errors';
import type { OpenApiDocument } from '@/lib/contract/openapi/document';
import { openApi } from '@/lib/contract/openapi/openapi';
import { withoutBranches } from '@/lib/domain/plain-message';
import { config } from '@/lib/server/config';
import type en from '@/messages/en.json';

let made: { by: string; document: OpenApiDocument } | undefined;

export function openApiDocument(): OpenApiDocument {
  const { APP_NAME, VERSION, BASE_URL } = config();
  const by = `${BASE_URL} ${APP_NAME}`;
  if (made?.by !== by) {
    const document = openApi({ title: APP_NAME, version: VERSION, baseUrl: BASE_URL, words: englishWords() });
    made = { by, document };
  }
  return made.document;
}

function englishWords(): (code: ErrorCode) => string {
  // Read from the file, because imported messages are precompiled in the pages' build.
  const file = path.join(/* turbopackIgnore: true */ config().ROOT, 'messages/en.json');
  const { errors } = JSON.parse(fs.readFileSync(file, 'utf8')) as typeof en;
  const texts: Record<string, Record<string, string>> = errors;
  return (code) => {
    const [group = '', name = ''] = code.split('.');
    const text = texts[group]?.[name] ?? code;
    return withoutBranches(text);
  };
}
