import 'server-only';
import { choiceCookieNames } from '@/lib/contract/http/names';
import { cookiesOf } from '@/lib/server/request-cookies';
import type { RequestHeaders } from '@/lib/server/request-headers';

export const cookieLanguages = (headers: Pick<RequestHeaders, 'get'>): string[] => [
  ...cookiesOf(headers, choiceCookieNames.language),
  ...cookiesOf(headers, choiceCookieNames.inboxLanguage),
];

/** All languages by preference, for texts in more languages than the screens. */
export const languagesOf = (headers: Headers): string[] => [
  ...cookieLanguages(headers),
  ...(headers.get('accept-language') ?? '').split(','),
];
