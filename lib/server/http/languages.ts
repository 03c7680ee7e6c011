import 'server-only';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { cookiesOf } from '@/lib/server/request-cookies';
import type { RequestHeaders } from '@/lib/server/request-headers';

/** What somebody chose here, then what the last inbox spoke: both before what their browser asks for. */
export const cookieLanguages = (headers: Pick<RequestHeaders, 'get'>): string[] => [
  ...cookiesOf(headers, choiceCookieNames.language),
  ...cookiesOf(headers, choiceCookieNames.inboxLanguage),
];

/** What somebody chose here, then what their browser asks for, best first: for words that exist in more languages than screens do. */
export const languagesOf = (headers: Headers): string[] => [
  ...cookieLanguages(headers),
  ...(headers.get('accept-language') ?? '').split(','),
];
