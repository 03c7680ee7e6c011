import 'server-only';
import { cookieNames, headerNames, programHeaderNames } from '@/lib/contract/http/names';
import { config } from '@/lib/server/config';
import { cookiesOf } from '@/lib/server/request-cookies';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { seal } from './sealed';
import { unusedMs } from './session-rows';

export type Token = { token: string; validMs: number };

/** How a request shows a token. */
export type Carrier = 'header' | 'cookie';

type Session = { sessionId: string; isKept: boolean };

/**
 * A token of a session: good for the header and the cookie alike, and only as long as the session's row says so.
 * @returns with the time after which clients refresh it at the latest; one of a session that is kept is good for longer
 */
export async function tokenFor({ sessionId, isKept }: Session, now: Date): Promise<Token> {
  const until = new Date(now.getTime() + unusedMs(isKept));
  const token = await seal('session', { sid: sessionId }, until, now);
  return { token, validMs: config().SESSION_VALID };
}

/** What a request shows as tokens, good or not; the headers' come first. */
export function tokensOf(headers: RequestHeaders): { carrier: Carrier; token: string }[] {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.get(programHeaderNames.bearer) ?? '')?.[1];
  const inHeaders = [headers.get(headerNames.auth), bearer].filter((token) => !!token);
  return [
    ...inHeaders.map((token) => ({ carrier: 'header', token: String(token) }) as const),
    ...cookiesOf(headers, cookieNames.auth).map((token) => ({ carrier: 'cookie', token }) as const),
  ];
}

/** Whether somebody shows a token at all, good or not. */
export const carriesToken = (headers: RequestHeaders): boolean => tokensOf(headers).length > 0;
