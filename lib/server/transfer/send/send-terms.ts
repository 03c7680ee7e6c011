import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { headerNames, programHeaderNames } from '@/lib/contract/http/names';
import { SendTerms } from '@/lib/contract/http/send';
import type { ShareProperties } from '@/lib/contract/share/share-shapes';
import type { Context } from '@/lib/server/context';
import { invalid } from '@/lib/server/http/invalid';
import { utf8Of } from '@/lib/server/request-headers';
import type { TransferRequest } from '../messages';

const inHeaders = {
  validity: programHeaderNames.sendValidity,
  views: programHeaderNames.sendViews,
  name: programHeaderNames.sendName,
  password: headerNames.password,
} as const;

/**
 * Headers win over the query, and missing fields get the defaults.
 * @throws request.invalid, also for a password in the URL, which logs would keep
 */
export function parseShareProperties(
  { headers, url }: TransferRequest,
  { config }: Context,
): ShareProperties {
  const query = new URL(url, 'http://localhost').searchParams;
  if (query.has('password')) throw invalid('password', 'unsupported');
  const given = Object.entries(inHeaders).map(([field, header]) => {
    const headerValue = headers.get(header);
    return [field, headerValue === null ? (query.get(field) ?? undefined) : decodeHeader(field, headerValue)];
  });
  const { validity, views, ...terms } = SendTerms.parse(Object.fromEntries(given));
  return {
    ...terms,
    validity: validity ?? config.DEFAULT_VALIDITY,
    maxViews: views ?? config.DEFAULT_VIEWS,
  };
}

function decodeHeader(field: string, value: string): string {
  try {
    return decodeURIComponent(utf8Of(value));
  } catch (error) {
    if (error instanceof URIError) throw invalid(field, 'unsupported');
    throw new AppError('server.failed', {}, { cause: error });
  }
}
