import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import type { NextApiRequest, NextApiResponse } from 'next';
import type { NextAuthOptions } from 'next-auth';
import NextAuth from 'next-auth';
import { cookieNames } from '@/lib/contract/http/names';
import { config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { presentTime } from '@/lib/server/present-time';
import { sessionIdleMs } from './session-rows';
import { containerSlackSeconds } from './tokens';

/**
 * Options for all sign-ins by NextAuth. Its cookie holds a sealed session id like our own tokens, so `callerOf` reads
 * both; sign-ins return the new session's id as the user's id.
 */
export function sessionOptions(
  { log }: Pick<Context, 'log'>,
  isKept: boolean,
): Omit<NextAuthOptions, 'providers'> {
  const { AUTH_SECRET = '', BASE_URL } = config();
  const lifeMs = sessionIdleMs(isKept);
  return {
    secret: AUTH_SECRET,
    session: { strategy: 'jwt', maxAge: Math.ceil(lifeMs / 1000) },
    jwt: { maxAge: Math.ceil(lifeMs / 1000) + containerSlackSeconds },
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
        return { sid, until: presentTime().getTime() + lifeMs };
      },
    },
    // Its messages may contain what was sent, so only the code is logged.
    logger: {
      error: (code) => log.warn({ event: 'nextauth', code: String(code).slice(0, 64) }, 'sign-in failed'),
      warn: () => undefined,
      debug: () => undefined,
    },
  };
}

/** Removes the expiry that NextAuth always gives its session cookie, unless the person stays signed in. */
export const withSessionLifetime = (cookies: readonly string[], isKept: boolean): string[] =>
  cookies.map((cookie) =>
    isKept || !cookie.startsWith(`${cookieNames.auth}=`)
      ? cookie
      : cookie.replace(/; *(?:expires|max-age)=[^;]*/gi, ''),
  );

const isSecure = () => config().BASE_URL.startsWith('https:');

/** The `__Host-` prefix makes browsers accept it from this host only, over https. */
export const csrfCookieName = (): string => `${isSecure() ? '__Host-' : ''}next-auth.csrf-token`;

export function csrfProof(
  secret = config().AUTH_SECRET ?? '',
  token = randomBytes(32).toString('hex'),
): { token: string; cookie: string } {
  const hash = createHash('sha256').update(`${token}${secret}`).digest('hex');
  return { token, cookie: `${token}|${hash}` };
}

export const csrfCookie = () => ({
  name: csrfCookieName(),
  options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isSecure() } as const,
});

export type NextAuthCall = {
  method: 'GET' | 'POST';
  path: readonly [action: 'csrf' | 'signin' | 'callback', provider?: string];
  search?: URLSearchParams;
  body?: Record<string, string>;
  cookies: Record<string, string | undefined>;
  headers?: Headers;
};

export type NextAuthAnswer = { status: number; json: unknown; location: string | null; cookies: string[] };

/** Passes only the given input on: NextAuth answers 500 to addresses and cookies that it doesn't understand. */
export async function callNextAuth(call: NextAuthCall, options: NextAuthOptions): Promise<NextAuthAnswer> {
  const answer: NextAuthAnswer = { status: 200, json: null, location: null, cookies: [] };
  const request = {
    method: call.method,
    headers: Object.fromEntries(call.headers ?? []),
    cookies: call.cookies,
    query: { ...Object.fromEntries(call.search ?? []), nextauth: call.path },
    body: call.body ?? {},
  };
  const say = (json: unknown) => {
    answer.json = json;
    return response;
  };
  // NextAuth expects a response of Next's pages router; these are the parts it uses.
  const response = {
    status: (status: number) => {
      answer.status = status;
      return response;
    },
    getHeader: () => answer.cookies,
    setHeader: (name: string, value: string | string[]) => {
      if (name === 'Location') answer.location = String(value);
      if (name === 'Set-Cookie') answer.cookies = [value].flat();
      return response;
    },
    json: say,
    send: say,
    end: () => response,
  };
  await NextAuth(request as unknown as NextApiRequest, response as unknown as NextApiResponse, options);
  return answer;
}

const ownCsrfCookie = 'csrf';

/**
 * Calls NextAuth with a CSRF token of its own, as it demands a POST from its form. What protects such a sign-in is
 * checked elsewhere: the cookies set at its begin, or that a call comes from our pages.
 */
export function callWithCsrf(call: NextAuthCall, options: NextAuthOptions): Promise<NextAuthAnswer> {
  const csrf = csrfProof(options.secret ?? '');
  const cookies = { ...call.cookies, [ownCsrfCookie]: csrf.cookie };
  const withCsrf = {
    ...options,
    cookies: { ...options.cookies, csrfToken: { name: ownCsrfCookie, options: {} } },
  };
  return callNextAuth({ ...call, cookies, body: { ...call.body, csrfToken: csrf.token } }, withCsrf);
}
