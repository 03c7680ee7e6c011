import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type * as oauth from 'oauth4webapi';
import { config } from '@/lib/server/config';
import type { Provider } from '@/lib/server/config/provider';
import type { Context } from '@/lib/server/context';
import { signInFederated } from '@/lib/server/services/session/sign-in-federated';
import { sessionOptions } from '../next-auth';
import { personOf } from './person';
import { type Claims, redeem } from './redeem';

/** A sign-in by one provider, as its request runs. */
export type Attempt = {
  provider: Provider;
  server: oauth.AuthorizationServer;
  search: URLSearchParams;
  isKept: boolean;
  /** Why it came to nothing. NextAuth itself keeps the reason to itself. */
  failure?: unknown;
};

const checkNames = ['state', 'pkceCodeVerifier', 'nonce', 'callbackUrl'] as const;
/** Longer than it takes to sign in elsewhere with a second factor. */
const patience = 15 * 60;

export const externalPath = (id: string) => `/api/v2/open/auth/oauth/${id}`;
export const returnCookie = 'slipway_way_callbackUrl';
export const checkCookies = checkNames.map((name) => `slipway_way_${name}`);
/** Those that NextAuth seals. */
export const sealedCookies = checkCookies.filter((name) => name !== returnCookie);
export const stateCookie = 'slipway_way_state';

/** NextAuth for one provider: it binds state, PKCE and nonce to the browser, and its cookie becomes our session. */
export function providerOptions(ctx: Context, attempt: Attempt): NextAuthOptions {
  const common = sessionOptions(ctx, attempt.isKept);
  return {
    ...common,
    cookies: { ...common.cookies, ...cookiesFor(attempt.provider) },
    providers: [wayOf(ctx, attempt)],
  };
}

/** They go to this provider's calls alone, so none of another's is ever taken for one of its own. */
function cookiesFor({ id }: Provider) {
  const secure = config().BASE_URL.startsWith('https:');
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    path: externalPath(id),
    secure,
    maxAge: patience,
  } as const;
  return Object.fromEntries(checkNames.map((name) => [name, { name: `slipway_way_${name}`, options }]));
}

function wayOf(ctx: Context, attempt: Attempt): OAuthConfig<{ sessionId: string }> {
  const { provider, server, search } = attempt;
  const redirectUri = `${config().BASE_URL}${externalPath(provider.id)}/resume`;
  const keepFailure = (error: unknown) => {
    attempt.failure = error;
    throw error;
  };
  let claims: Claims = {};
  return {
    id: provider.id,
    name: provider.name,
    type: 'oauth',
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    issuer: server.issuer,
    checks: 'issuer' in provider ? ['pkce', 'state', 'nonce'] : ['pkce', 'state'],
    authorization: {
      url: server.authorization_endpoint ?? '',
      params: { scope: provider.scope, redirect_uri: redirectUri },
    },
    token: {
      request: async ({ checks }) => {
        claims = await redeem({ provider, search, checks, redirectUri, log: ctx.log }).catch(keepFailure);
        return { tokens: {} }; // nothing of ours ever needs them again
      },
    },
    userinfo: {
      request: async () => {
        const signIn = async () => signInFederated(ctx, personOf(provider, claims), attempt.isKept);
        const { sessionId } = await signIn().catch(keepFailure);
        return { sessionId } as never;
      },
    },
    profile: ({ sessionId }) => ({ id: sessionId }),
  };
}
