import 'server-only';
import Credentials from 'next-auth/providers/credentials';
import { cookieNames } from '@/lib/contract/http/names';
import { callWithCsrf, sessionOptions, withSessionLifetime } from '@/lib/server/auth/next-auth';
import type { Context, Viewer } from '@/lib/server/context';
import { type ProxyPerson, signInByProxy } from '@/lib/server/services/session/sign-in-by-proxy';

/**
 * Signs in by NextAuth, whose cookie is our session, whom the proxy names. The page and programs make the same call.
 * @throws what `signInByProxy` throws
 */
export async function enterThroughProxy(
  ctx: Context,
  person: ProxyPerson | null,
  isKept: boolean,
): Promise<{ viewer: Viewer; cookie: string }> {
  let outcome: { viewer: Viewer } | { failure: unknown } = { failure: null };
  const provider = Credentials({
    id: 'proxy',
    name: 'Proxy',
    credentials: {},
    authorize: async () => {
      try {
        const viewer = await signInByProxy(ctx, person, isKept);
        outcome = { viewer };
        return { id: viewer.sessionId };
      } catch (failure) {
        outcome = { failure };
        return null;
      }
    },
  });
  const options = { ...sessionOptions(ctx, isKept), providers: [provider] };
  const { cookies } = await callWithCsrf(
    { method: 'POST', path: ['callback', 'proxy'], cookies: {} },
    options,
  );
  return sessionFrom(outcome, withSessionLifetime(cookies, isKept));
}

function sessionFrom(outcome: { viewer: Viewer } | { failure: unknown }, cookies: string[]) {
  if ('failure' in outcome) throw outcome.failure ?? new Error('NextAuth has not asked who is calling');
  const cookie = cookies.find((each) => each.startsWith(`${cookieNames.auth}=`));
  if (!cookie) throw new Error('NextAuth has made no session');
  return { viewer: outcome.viewer, cookie };
}
