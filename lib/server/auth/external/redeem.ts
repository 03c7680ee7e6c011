import 'server-only';
import * as oauth from 'oauth4webapi';
import { AppError } from '@/lib/contract/errors';
import type { Provider } from '@/lib/server/config/provider';
import type { Logger } from '@/lib/server/log';
import { clockOffsetSeconds, failureDetail } from './failure';
import { normalizeTokenResponse } from './provider-fetch';
import { clientAuthentication, httpOptions, serverOf } from './provider-server';

const toleratedOffsetSeconds = 300;

export type SignInChecks = {
  state?: string | undefined;
  code_verifier?: string | undefined;
  nonce?: string | undefined;
};
export type ProviderClaims = Readonly<Record<string, unknown>>;

type CodeExchange = {
  provider: Provider;
  search: URLSearchParams;
  checks: SignInChecks;
  redirectUri: string;
  log: Logger;
};

/**
 * Exchanges the authorization code for the provider's claims about the person.
 * @throws auth.providerStale for a state or code of no running sign-in
 */
export async function redeemCode({
  provider,
  search,
  checks,
  redirectUri,
  log,
}: CodeExchange): Promise<ProviderClaims> {
  const server = await serverOf(provider);
  const client = { client_id: provider.clientId, [oauth.clockTolerance]: toleratedOffsetSeconds };
  const params = checkedParams({ provider, search, checks }, server);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    clientAuthentication(provider, server),
    params,
    redirectUri,
    checks.code_verifier ?? '',
    httpOptions,
  );
  if (!('issuer' in provider)) {
    const answer = await normalizeTokenResponse(response);
    const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, answer);
    return plainClaims(provider.userUrl, access_token);
  }
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: checks.nonce ?? '',
    requireIdToken: true,
  });
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (!claims) throw new AppError('auth.providerUnclear');
  const offset = clockOffsetSeconds(claims);
  if (offset !== null) log.warn({ provider: provider.id }, `the clocks differ by ${offset} s`);
  if (!server.userinfo_endpoint) return claims;
  // The id token suffices; userinfo may be missing.
  const more = await oauth
    .userInfoRequest(server, client, tokens.access_token, httpOptions)
    .then((answer) => oauth.processUserInfoResponse(server, client, claims.sub, answer))
    .catch((error: unknown) => {
      log.warn({ provider: provider.id, reason: failureDetail(error) }, 'userinfo says nothing');
      return {};
    });
  return { ...more, ...claims };
}

function checkedParams(
  { provider, search, checks }: Pick<CodeExchange, 'provider' | 'search' | 'checks'>,
  server: oauth.AuthorizationServer,
): URLSearchParams {
  const given = new URLSearchParams(search);
  // A provider that is described by its URLs has no name to compare with.
  if (!('issuer' in provider)) given.delete('iss');
  try {
    return oauth.validateAuthResponse(server, { client_id: provider.clientId }, given, checks.state ?? '');
  } catch (error) {
    throw new AppError('auth.providerStale', {}, { cause: error });
  }
}

async function plainClaims(userUrl: string, token: string): Promise<ProviderClaims> {
  const headers = new Headers({ accept: 'application/json' });
  const response = await oauth.protectedResourceRequest(
    token,
    'GET',
    new URL(userUrl),
    headers,
    null,
    httpOptions,
  );
  const claims: unknown = response.status === 200 ? await response.json() : null;
  if (typeof claims !== 'object' || claims === null) {
    throw new AppError('auth.providerUnclear');
  }
  return claims as ProviderClaims;
}
