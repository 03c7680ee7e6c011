import 'server-only';
import type { NextAuthOptions } from 'next-auth';
import type { OAuthConfig } from 'next-auth/providers/oauth';
import type * as oauth from 'oauth4webapi';
import { config } from '@/lib/server/config';
import type { Provider } from '@/lib/server/config/provider';
import type { Context } from '@/lib/server/context';
import { signInFederated } from '@/lib/server/services/session/sign-in-federated';
import { sessionOptions } from '../next-auth';
import { type ProviderClaims, personOf, redeemCode } from './claims';

export type SignInAttempt = {
  provider: Provider;
  server: oauth.AuthorizationServer;
  search: URLSearchParams;
  isKept: boolean;
  /** Set on failure, because NextAuth doesn't report the reason. */
  failure?: unknown;
};

const checkNames = ['state', 'pkceCodeVerifier', 'nonce', 'callbackUrl'] as const;
const checkCookieSeconds = 15 * 60;

export const externalPath = (id: string) => `/api/v2/open/auth/oauth/${id}`;
export const returnCookie = 'slipway_way_callbackUrl';
export const checkCookies = checkNames.map((name) => `slipway_way_${name}`);
export const sealedCookies = checkCookies.filter((name) => name !== returnCookie);
export const stateCookie = 'slipway_way_state';

/**
 * Configures NextAuth for one provider. It binds state, PKCE and nonce to the browser, and its cookie becomes our
 * session.
 */
export function providerOptions(ctx: Context, attempt: SignInAttempt): NextAuthOptions {
  const common = sessionOptions(ctx, attempt.isKept);
  return {
    ...common,
    cookies: { ...common.cookies, ...cookiesFor(attempt.provider) },
    providers: [oauthProvider(ctx, attempt)],
  };
}

/** Limits the cookies to this provider's path, so that another's are never taken for its own. */
function cookiesFor({ id }: Provider) {
  const secure = config().BASE_URL.startsWith('https:');
  const options = {
    httpOnly: true,
    sameSite: 'lax',
    path: externalPath(id),
    secure,
    maxAge: checkCookieSeconds,
  } as const;
  return Object.fromEntries(checkNames.map((name) => [name, { name: `slipway_way_${name}`, options }]));
}

function oauthProvider(ctx: Context, attempt: SignInAttempt): OAuthConfig<{ sessionId: string }> {
  const { provider, server, search } = attempt;
  const redirectUri = `${config().BASE_URL}${externalPath(provider.id)}/resume`;
  const keepFailure = (error: unknown) => {
    attempt.failure = error;
    throw error;
  };
  let claims: ProviderClaims = {};
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
        claims = await redeemCode({ provider, search, checks, redirectUri, log: ctx.log }).catch(keepFailure);
        return { tokens: {} }; // not needed after the sign-in
      },
    },
    userinfo: {
      request: async () => {
        const signIn = async () => signInFederated(ctx, personOf(provider, claims), attempt);
        const { sessionId } = await signIn().catch(keepFailure);
        return { sessionId } as never;
      },
    },
    profile: ({ sessionId }) => ({ id: sessionId }),
  };
}
