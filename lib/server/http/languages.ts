import 'server-only';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { cookiesOf } from '@/lib/server/request-cookies';

/** What somebody chose here, then what their browser asks for, best first: for words that exist in more languages than screens do. */
export const languagesOf = (headers: Headers): string[] => [
  ...cookiesOf(headers, choiceCookieNames.language),
  ...(headers.get('accept-language') ?? '').split(','),
];
