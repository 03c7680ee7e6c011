import 'server-only';
import { cookieNames, headerNames } from '@/lib/contract/names';
import { config } from '@/lib/server/config';
import { cookiesOf } from '@/lib/server/request-cookies';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { seal } from './sealed';

export type Token = { token: string; validMs: number };

/** How a request shows a token. */
export type Carrier = 'header' | 'cookie';

/** A token of a session: good for the header and the cookie alike, and only as long as the session's row says so. */
export async function tokenFor(sessionId: string, now: Date): Promise<Token> {
  const validMs = config().SESSION_VALID;
  const token = await seal('session', { sid: sessionId }, new Date(now.getTime() + validMs), now);
  return { token, validMs };
}

/** What a request shows as tokens, good or not; the header's comes first. */
export function tokensOf(headers: RequestHeaders): { carrier: Carrier; token: string }[] {
  const inHeader = headers.get(headerNames.auth);
  return [
    ...(inHeader ? [{ carrier: 'header', token: inHeader } as const] : []),
    ...cookiesOf(headers, cookieNames.auth).map((token) => ({ carrier: 'cookie', token }) as const),
  ];
}

/** Whether somebody shows a token at all, good or not. */
export const carriesToken = (headers: RequestHeaders): boolean => tokensOf(headers).length > 0;
