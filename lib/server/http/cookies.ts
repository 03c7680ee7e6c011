import 'server-only';
import { stringifySetCookie } from 'cookie';
import { cookieNames } from '@/lib/contract/http/names';
import { paths } from '@/lib/paths';
import { sessionIdleMs } from '@/lib/server/auth/session-rows';
import { config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { knownMs } from '@/lib/server/services/session/known-client';
import { inboxCookieName } from './proof';

function secretCookie(cookie: {
  name: string;
  value: string;
  path: string;
  /** In seconds; without it the cookie ends with the browser. */
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

export const sessionCookie = (token: string, isKept: boolean): string =>
  secretCookie({
    name: cookieNames.auth,
    value: token,
    path: '/',
    ...(isKept && { maxAge: Math.ceil(sessionIdleMs(isKept) / 1000) }),
    strict: false,
  });

export const endedSessionCookie = (): string =>
  secretCookie({ name: cookieNames.auth, value: '', path: '/', maxAge: 0, strict: false });

const browserCookie = (value: string): string =>
  secretCookie({ name: cookieNames.browser, value, path: '/', maxAge: knownMs / 1000, strict: false });

/** Paths of a product that may have run on this host before. */
const olderPaths = ['/api/v2', '/api/v2/'];

/**
 * Sets the cookies. With a change of the session it sets that of the browser, too, and deletes those of older paths,
 * because browsers would send them first.
 */
export function withCookies(
  response: Response,
  cookies: readonly string[],
  { browser }: Pick<Context, 'browser'> = {},
): Response {
  const isSessionChanged = cookies.some((cookie) => cookie.startsWith(`${cookieNames.auth}=`));
  const gone = { name: cookieNames.auth, value: '', maxAge: 0, strict: false };
  const older = isSessionChanged ? olderPaths.map((path) => secretCookie({ ...gone, path })) : [];
  const known = isSessionChanged && browser ? [browserCookie(browser())] : [];
  for (const cookie of [...cookies, ...known, ...older]) response.headers.append('set-cookie', cookie);
  return response;
}

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

/** Lax, so that it is sent when a mail or another site leads back to the link's page. */
export const pageVisitCookie = (linkId: string, value: string, validMs: number): string =>
  secretCookie({
    name: cookieNames.visit,
    value,
    path: paths.open(linkId),
    maxAge: Math.ceil(validMs / 1000),
    strict: false,
  });
