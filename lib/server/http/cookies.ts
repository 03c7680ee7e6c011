import 'server-only';
import { stringifySetCookie } from 'cookie';
import { cookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { unusedMs } from '@/lib/server/auth/session-rows';
import { config } from '@/lib/server/config';
import { inboxCookieName } from './proof';

/** A Set-Cookie that no script reads, sent over https alone where there is https. */
function secretCookie(cookie: {
  name: string;
  value: string;
  path: string;
  /** In seconds. Without it the cookie ends with the browser. */
  maxAge?: number;
  strict: boolean;
}): string {
  const { strict, ...rest } = cookie;
  return stringifySetCookie({
    ...rest,
    httpOnly: true,
    secure: config().BASE_URL.startsWith('https:'),
    sameSite: strict ? 'strict' : 'lax',
  });
}

/** Outlasts the browser only where its person chose to stay signed in. */
export const sessionCookie = (token: string, isKept: boolean): string =>
  secretCookie({
    name: cookieNames.auth,
    value: token,
    path: '/',
    ...(isKept && { maxAge: Math.ceil(unusedMs(isKept) / 1000) }),
    strict: false,
  });

export const endedSessionCookie = (): string =>
  secretCookie({ name: cookieNames.auth, value: '', path: '/', maxAge: 0, strict: false });

/** Where the system that this one may have replaced on the same host kept its session. */
const olderPaths = ['/api/v2', '/api/v2/'];

/**
 * The cookies of an answer. One that sets or ends the session also takes away those of older paths, which browsers would
 * send first; ours is the first of the name, for clients that read no further.
 */
export function withoutOlder(cookies: readonly string[]): string[] {
  if (!cookies.some((cookie) => cookie.startsWith(`${cookieNames.auth}=`))) return [...cookies];
  const gone = { name: cookieNames.auth, value: '', maxAge: 0, strict: false };
  return [...cookies, ...olderPaths.map((path) => secretCookie({ ...gone, path }))];
}

/** Proofs of a visitor go to the calls of that one link and nowhere else. */
export const openCookie = (
  name: 'visit' | 'password' | 'recipient',
  linkId: string,
  value: string,
  validMs: number,
): string =>
  secretCookie({
    name: cookieNames[name],
    value,
    path: `/api/v2/open/share/${linkId}`,
    maxAge: Math.ceil(validMs / 1000),
    strict: true,
  });

/** Goes to all calls, as the alias that it is for is in a header. */
export const inboxCookie = (
  aliasId: string,
  { value, validMs }: { value: string; validMs: number },
): string =>
  secretCookie({
    name: inboxCookieName(aliasId),
    value,
    path: '/',
    maxAge: Math.ceil(validMs / 1000),
    strict: false,
  });

/** The visit once more for the link's own page, also when a mail or another site leads back to it. */
export const pageVisitCookie = (linkId: string, value: string, validMs: number): string =>
  secretCookie({
    name: cookieNames.visit,
    value,
    path: paths.open(linkId),
    maxAge: Math.ceil(validMs / 1000),
    strict: false,
  });
