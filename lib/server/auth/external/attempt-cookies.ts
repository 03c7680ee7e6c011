import 'server-only';
import { createHash } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import { cookieNamesOf } from '@/lib/server/request-cookies';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { checkCookies, externalPath, stateCookie } from './provider-options';

/** Each attempt has cookies of its own, named by its state, so that several tabs can sign in at once. */
export const attemptCookie = (name: string, state: string): string => `${name}.${stateDigest(state)}`;

const stateDigest = (state: string) => createHash('sha256').update(state).digest('base64url').slice(0, 12);

export const withAttemptNames = (cookies: readonly string[], state: string): string[] =>
  cookies.map((line) => {
    const name = checkCookies.find((each) => line.startsWith(`${each}=`));
    return name ? `${attemptCookie(name, state)}${line.slice(name.length)}` : line;
  });

export const expireAttempt = (id: string, state: string): string[] => expiredCookies(id, stateDigest(state));

/** More Cookie headers would be too many for proxies. */
const maxAttempts = 4;

export function expireOldestAttempts(id: string, headers: Pick<RequestHeaders, 'get'>): string[] {
  // Browsers send the oldest first (RFC 6265, section 5.4).
  const marks = cookieNamesOf(headers)
    .filter((name) => name.startsWith(`${stateCookie}.`))
    .map((name) => name.slice(stateCookie.length + 1))
    .filter((mark) => /^[\w-]{12}$/.test(mark));
  return marks
    .slice(0, Math.max(0, marks.length - maxAttempts + 1))
    .flatMap((mark) => expiredCookies(id, mark));
}

const expiredCookies = (id: string, mark: string): string[] =>
  checkCookies.map((name) =>
    stringifySetCookie({
      name: `${name}.${mark}`,
      value: '',
      path: externalPath(id),
      maxAge: 0,
      httpOnly: true,
    }),
  );
