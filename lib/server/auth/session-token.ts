import 'server-only';
import { cookieNames, headerNames, programHeaderNames } from '@/lib/contract/http/names';
import { config } from '@/lib/server/config';
import { cookiesOf } from '@/lib/server/request-cookies';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { seal } from './sealed';
import { sessionIdleMs } from './session-rows';

export type SessionToken = { token: string; validMs: number };

export type Carrier = 'header' | 'cookie';

/**
 * The session's row decides whether the token still counts. `validMs` is the time after which clients must refresh
 * it; a session that is kept accepts it for longer.
 */
export async function sealSessionToken(
  { sessionId, isKept }: { sessionId: string; isKept: boolean },
  now: Date,
): Promise<SessionToken> {
  const until = new Date(now.getTime() + sessionIdleMs(isKept));
  const token = await seal('session', { sid: sessionId }, until, now);
  return { token, validMs: config().SESSION_VALID };
}

/** Lists the headers' tokens first. */
export function tokensOf(headers: RequestHeaders): { carrier: Carrier; token: string }[] {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get(programHeaderNames.bearer) ?? '')?.[1];
  const inHeaders = [headers.get(headerNames.auth), bearer].filter((token) => !!token);
  return [
    ...inHeaders.map((token) => ({ carrier: 'header', token: String(token) }) as const),
    ...cookiesOf(headers, cookieNames.auth).map((token) => ({ carrier: 'cookie', token }) as const),
  ];
}

export const hasToken = (headers: RequestHeaders): boolean => tokensOf(headers).length > 0;
