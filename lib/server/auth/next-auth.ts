import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import type { NextAuthOptions } from 'next-auth';
import { cookieNames } from '@/lib/contract/http/names';
import { config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { unusedMs } from './session-rows';

/**
 * What every way in has in common. NextAuth's cookie holds what our own tokens hold (the session's id, sealed
 * alike), so one function reads both: `callerOf`. A way in answers the session that it started as its user's id.
 */
export function sessionOptions(
  { log }: Pick<Context, 'log'>,
  isKept: boolean,
): Omit<NextAuthOptions, 'providers'> {
  const { AUTH_SECRET = '', BASE_URL } = config();
  const lifeMs = unusedMs(isKept);
  return {
    secret: AUTH_SECRET,
    session: { strategy: 'jwt', maxAge: Math.ceil(lifeMs / 1000) },
    pages: { signIn: '/app/login', error: '/app/login' },
    cookies: {
      sessionToken: {
        name: cookieNames.auth,
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: BASE_URL.startsWith('https:') },
      },
    },
    callbacks: {
      jwt: ({ token, user }) => {
        const sid = user?.id ?? token.sid;
        return { sid, until: Date.now() + lifeMs };
      },
    },
    // Its own words may hold what was sent; the kind of trouble is enough.
    logger: {
      error: (code) => log.warn({ event: 'nextauth', code: String(code).slice(0, 64) }, 'sign-in failed'),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** NextAuth gives its cookie of the session an end in any case. */
export const asKept = (cookies: readonly string[], isKept: boolean): string[] =>
  cookies.map((cookie) =>
    isKept || !cookie.startsWith(`${cookieNames.auth}=`)
      ? cookie
      : cookie.replace(/; *(?:expires|max-age)=[^;]*/gi, ''),
  );

const isSecure = () => config().BASE_URL.startsWith('https:');

/** With that prefix browsers take it from this host alone, and over https. */
export const csrfCookieName = (): string => `${isSecure() ? '__Host-' : ''}next-auth.csrf-token`;

/** A token for a form and the cookie that has to come with it, as NextAuth makes and checks them. */
export function csrfProof(
  secret = config().AUTH_SECRET ?? '',
  token = randomBytes(32).toString('hex'),
): { token: string; cookie: string } {
  const hash = createHash('sha256').update(`${token}${secret}`).digest('hex');
  return { token, cookie: `${token}|${hash}` };
}

/** Its name and how it is set. */
export const csrfCookie = () => ({
  name: csrfCookieName(),
  options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() } as const,
});
