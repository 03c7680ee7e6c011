import 'server-only';
import { parseCookie } from 'cookie';
import { cookieNames } from '@/lib/contract/names';

/** What somebody chose here, then what their browser asks for, best first: for words that exist in more languages than screens do. */
export const languagesOf = (headers: Headers): string[] => [
  parseCookie(headers.get('cookie') ?? '')[cookieNames.language] ?? '',
  ...(headers.get('accept-language') ?? '').split(','),
];
