import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { asKept, csrfCookie, csrfCookieName, csrfProof, sessionOptions } from '@/lib/server/auth/next-auth';
import { callNextAuth, type NextAuthCall } from '@/lib/server/auth/next-auth-call';
import type { Context } from '@/lib/server/context';
import { checkRate } from '@/lib/server/limits/rate';
import { cookiesOf } from '@/lib/server/request-cookies';
import { signIn } from '@/lib/server/services/session/sign-in';
import { limitedText } from './body';
import { contextFor } from './context';
import { withoutOlder } from './cookies';
import { type Refusal, refusalOf } from './refusal';

/**
 * One of NextAuth's actions as a call of ours. Whatever it doesn't need stays outside: addresses to come back to are
 * ours to choose, and of the cookies it gets its own.
 */
export function nextAuthRoute(action: Pick<NextAuthCall, 'method' | 'path'>) {
  return async (request: Request): Promise<Response> => {
    try {
      const ctx = await contextFor(request, 'open');
      checkRate(ctx);
      let ours: Refusal | null = null;
      const codeOf = (error: unknown) => {
        const refusal = refusalOf(error, request);
        if (refusal.status === 429 || refusal.status >= 500) ours = refusal;
        return refusal.body.code;
      };
      const { isKept, body } = await formOf(request);
      const given = { cookies: csrfCookieOf(request, body.csrfToken), body };
      const said = await callNextAuth({ ...action, ...given }, authOptions(ctx, { codeOf, isKept }));
      const cookies = asKept(said.cookies, isKept);
      // Its own answer has no room for how long to wait, and calls an outage a wrong password.
      return ours ? answerOf(ours) : answerOf({ ...said, cookies, headers: noStore, body: said.json });
    } catch (error) {
      return answerOf(refusalOf(error, request));
    }
  };
}

type Way = {
  /** Turns a failure into the code of its refusal. */
  codeOf: (error: unknown) => string;
  isKept: boolean;
};

/** NextAuth for signing in with login and password. */
function authOptions(ctx: Context, { codeOf, isKept }: Way): NextAuthOptions {
  const common = sessionOptions(ctx, isKept);
  return {
    ...common,
    cookies: { ...common.cookies, csrfToken: csrfCookie() },
    // Where the browser goes next is its own business.
    callbacks: { ...common.callbacks, redirect: ({ baseUrl }) => baseUrl },
    providers: [
      Credentials({
        id: 'password',
        name: 'Password',
        credentials: { account: {}, password: { type: 'password' } },
        authorize: async (given) => {
          const account = String(given?.account ?? '');
          const password = String(given?.password ?? '');
          try {
            const { sessionId } = await signIn(ctx, { account, password, isKept });
            return { id: sessionId };
          } catch (error) {
            // NextAuth hands an error's message to the browser: it gets the code and nothing else.
            throw new Error(codeOf(error));
          }
        },
      }),
    ],
  };
}

const noStore = { 'cache-control': 'no-store' };

/** Of several the one that proves the form, or else any that is ours. */
function csrfCookieOf({ headers }: Request, formToken: string): NextAuthCall['cookies'] {
  const name = csrfCookieName();
  const tokenIn = (cookie: string) => cookie.split('|', 1)[0] ?? '';
  const ours = cookiesOf(headers, name).filter(
    (cookie) => csrfProof(undefined, tokenIn(cookie)).cookie === cookie,
  );
  return { [name]: ours.find((cookie) => tokenIn(cookie) === formToken) ?? ours[0] };
}

type Form = { isKept: boolean; body: Record<'csrfToken' | 'account' | 'password' | 'json', string> };

/** @throws request.tooLarge, request.invalid */
async function formOf({ body }: Request): Promise<Form> {
  const { csrfToken, account, password, keepSignedIn } = Object.fromEntries(
    new URLSearchParams(body ? await limitedText(body) : ''),
  );
  return {
    isKept: keepSignedIn === 'true',
    body: { csrfToken: csrfToken ?? '', account: account ?? '', password: password ?? '', json: 'true' },
  };
}

type Answer = { status: number; headers: Record<string, string>; body: unknown; cookies?: string[] };

function answerOf({ status, headers, body, cookies = [] }: Answer): Response {
  const answer = Response.json(body, { status, headers });
  for (const cookie of withoutOlder(cookies)) answer.headers.append('set-cookie', cookie);
  return answer;
}
