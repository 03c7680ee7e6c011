import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import {
  callNextAuth,
  csrfCookie,
  csrfCookieName,
  csrfProof,
  type NextAuthCall,
  sessionOptions,
  withSessionLifetime,
} from '@/lib/server/auth/next-auth';
import type { Context } from '@/lib/server/context';
import { checkRate } from '@/lib/server/limits/rate';
import { cookiesOf } from '@/lib/server/request-headers';
import { signIn } from '@/lib/server/services/session/sign-in';
import { limitedText } from './body';
import { contextFor } from './context';
import { withCookies } from './cookies';
import { type HttpRefusal, refusalOf } from './refusal';

/** Exposes one action of NextAuth. Return addresses and foreign cookies never reach it. */
export function nextAuthRoute(action: Pick<NextAuthCall, 'method' | 'path'>) {
  return async (request: Request): Promise<Response> => {
    try {
      const ctx = await contextFor(request, 'open');
      checkRate(ctx);
      let ours: HttpRefusal | null = null;
      const codeOf = (error: unknown) => {
        const refusal = refusalOf(error, request);
        const isTold = refusal.answer.challenge || toldInWords.includes(refusal.body.code);
        if (refusal.status === 429 || refusal.status >= 500 || isTold) ours = refusal;
        return refusal.body.code;
      };
      const { isKept, body } = await formOf(request);
      const given = { cookies: csrfCookieOf(request, body.csrfToken), body };
      const result = await callNextAuth({ ...action, ...given }, authOptions(ctx, { codeOf, isKept }));
      const cookies = withSessionLifetime(result.cookies, isKept);
      // NextAuth's answer carries neither a waiting time nor a challenge, and reports an outage as a wrong password.
      return ours
        ? answerOf(ours)
        : answerOf({ ...result, cookies, headers: noStore, body: result.json, ctx });
    } catch (error) {
      return answerOf(refusalOf(error, request));
    }
  };
}

/** The form has no words of its own for these. */
const toldInWords = [
  'auth.notAdmitted',
  'auth.externalSignupClosed',
  'auth.otherSource',
  'auth.passkeyNeeded',
  'auth.passwordExpired',
];

type SignInOptions = {
  codeOf: (error: unknown) => string;
  isKept: boolean;
};

function authOptions(ctx: Context, { codeOf, isKept }: SignInOptions): NextAuthOptions {
  const common = sessionOptions(ctx, isKept);
  return {
    ...common,
    cookies: { ...common.cookies, csrfToken: csrfCookie() },
    // The browser decides where to go next.
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
            // NextAuth sends the error's message to the browser, so it contains the code only.
            throw new Error(codeOf(error));
          }
        },
      }),
    ],
  };
}

const noStore = { 'cache-control': 'no-store' };

function csrfCookieOf({ headers }: Request, formToken: string): NextAuthCall['cookies'] {
  const name = csrfCookieName();
  const tokenIn = (cookie: string) => cookie.split('|', 1)[0] ?? '';
  const ours = cookiesOf(headers, name).filter(
    (cookie) => csrfProof(undefined, tokenIn(cookie)).cookie === cookie,
  );
  return { [name]: ours.find((cookie) => tokenIn(cookie) === formToken) ?? ours[0] };
}

type SignInForm = { isKept: boolean; body: Record<'csrfToken' | 'account' | 'password' | 'json', string> };

async function formOf({ body }: Request): Promise<SignInForm> {
  const { csrfToken, account, password, keepSignedIn } = Object.fromEntries(
    new URLSearchParams(body ? await limitedText(body) : ''),
  );
  return {
    isKept: keepSignedIn === 'true',
    body: { csrfToken: csrfToken ?? '', account: account ?? '', password: password ?? '', json: 'true' },
  };
}

type RouteAnswer = {
  status: number;
  headers: Record<string, string>;
  body: unknown;
  cookies?: string[];
  answer?: object;
  ctx?: Pick<Context, 'browser'>;
};

function answerOf({ status, headers, body, cookies = [], answer, ctx = {} }: RouteAnswer): Response {
  const json = answer ? { ...answer, ...(body as object) } : body;
  return withCookies(Response.json(json, { status, headers }), cookies, ctx);
}
