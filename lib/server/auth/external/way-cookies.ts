import 'server-only';
import { createHash } from 'node:crypto';
import { stringifySetCookie } from 'cookie';
import { cookieNamesOf } from '@/lib/server/request-cookies';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { checkCookies, externalPath, stateCookie } from './provider-options';

/** So that several tabs may be on their way at once: each way out has cookies of its own, named by its state. */
export const wayCookie = (name: string, state: string): string => `${name}.${markOf(state)}`;

const markOf = (state: string) => createHash('sha256').update(state).digest('base64url').slice(0, 12);

/** What NextAuth sets under names that all ways would share. */
export const namedByWay = (cookies: readonly string[], state: string): string[] =>
  cookies.map((line) => {
    const name = checkCookies.find((each) => line.startsWith(`${each}=`));
    return name ? `${wayCookie(name, state)}${line.slice(name.length)}` : line;
  });

/** One way back for each way out: what was bound to the browser is gone, however it ended. */
export const usedUp = (id: string, state: string): string[] => ended(id, markOf(state));

/** More headers than that would be too many for proxies. */
const mostAtOnce = 4;

/** Ends the oldest of the ways that a browser is on, to make room for another. */
export function oldestEnded(id: string, headers: Pick<RequestHeaders, 'get'>): string[] {
  // Browsers send the oldest first (RFC 6265, section 5.4).
  const marks = cookieNamesOf(headers)
    .filter((name) => name.startsWith(`${stateCookie}.`))
    .map((name) => name.slice(stateCookie.length + 1))
    .filter((mark) => /^[\w-]{12}$/.test(mark));
  return marks.slice(0, Math.max(0, marks.length - mostAtOnce + 1)).flatMap((mark) => ended(id, mark));
}

const ended = (id: string, mark: string): string[] =>
  checkCookies.map((name) =>
    stringifySetCookie({
      name: `${name}.${mark}`,
      value: '',
      path: externalPath(id),
      maxAge: 0,
      httpOnly: true,
    }),
  );
