import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { cookieNames } from '@/lib/contract/names';
import { config } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { refusalOf } from '@/lib/server/http/refusal';
import { signIn } from '@/lib/server/services/session/sign-in';

/**
 * NextAuth for the browser's sign-in. Its cookie holds what our own tokens hold (the session's id, sealed alike),
 * so one function reads both: auth/session.ts.
 */
export function authOptions(ctx: Context, request: Request): NextAuthOptions {
  const { SESSION_VALID, AUTH_SECRET = '', BASE_URL } = config();
  const maxAge = Math.ceil(SESSION_VALID / 1000);
  return {
    secret: AUTH_SECRET,
    session: { strategy: 'jwt', maxAge },
    pages: { signIn: '/app/login', error: '/app/login' },
    cookies: {
      sessionToken: {
        name: cookieNames.auth,
        options: { httpOnly: true, sameSite: 'lax', path: '/', secure: BASE_URL.startsWith('https:') },
      },
    },
    providers: [
      Credentials({
        id: 'password',
        name: 'Password',
        credentials: { account: {}, password: { type: 'password' } },
        authorize: async (given) => {
          const credentials = {
            account: String(given?.account ?? ''),
            password: String(given?.password ?? ''),
          };
          const { sessionId } = await signIn(ctx, credentials).catch((error: unknown) => {
            // NextAuth hands the message to the browser, so it must be a code and never the database's words.
            throw new Error(refusalOf(error, request).body.code);
          });
          return { id: sessionId };
        },
      }),
    ],
    callbacks: {
      jwt: ({ token, user }) => {
        const sid = user?.id ?? token.sid;
        return { sid, until: Date.now() + SESSION_VALID };
      },
    },
  };
}
