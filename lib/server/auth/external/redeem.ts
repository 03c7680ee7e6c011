import 'server-only';
import * as oauth from 'oauth4webapi';
import { AppError } from '@/lib/contract/errors';
import type { Provider } from '@/lib/server/config/provider';
import type { Logger } from '@/lib/server/log';
import { secondsApart, toleratedSeconds } from './clocks';
import { detailOf } from './failure';
import { standardTokenAnswer } from './provider-fetch';
import { authenticationOf, httpOptions, serverOf } from './provider-server';

/** What this browser was given when the sign-in began. */
export type Checks = {
  state?: string | undefined;
  code_verifier?: string | undefined;
  nonce?: string | undefined;
};
export type Claims = Readonly<Record<string, unknown>>;

type Redeeming = {
  provider: Provider;
  search: URLSearchParams;
  checks: Checks;
  redirectUri: string;
  log: Logger;
};

/**
 * Turns the code that a browser came back with into what the provider says about the person.
 * @throws auth.providerStale when state or code are not those of a sign-in that runs
 */
export async function redeem({ provider, search, checks, redirectUri, log }: Redeeming): Promise<Claims> {
  const server = await serverOf(provider);
  const client = { client_id: provider.clientId, [oauth.clockTolerance]: toleratedSeconds };
  const params = checkedParams({ provider, search, checks }, server);
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authenticationOf(provider, server),
    params,
    redirectUri,
    checks.code_verifier ?? '',
    httpOptions,
  );
  if (!('issuer' in provider)) {
    const answer = await standardTokenAnswer(response);
    const { access_token } = await oauth.processAuthorizationCodeResponse(server, client, answer);
    return plainClaims(provider.userUrl, access_token);
  }
  const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
    expectedNonce: checks.nonce ?? '',
    requireIdToken: true,
  });
  const claims = oauth.getValidatedIdTokenClaims(tokens);
  if (!claims) throw new AppError('auth.providerUnclear');
  const apart = secondsApart(claims);
  if (apart !== null) log.warn({ provider: provider.id }, `the clocks differ by ${apart} s`);
  if (!server.userinfo_endpoint) return claims;
  // The token says who somebody is; more is welcome, and may be missing.
  const more = await oauth
    .userInfoRequest(server, client, tokens.access_token, httpOptions)
    .then((answer) => oauth.processUserInfoResponse(server, client, claims.sub, answer))
    .catch((error: unknown) => {
      log.warn({ provider: provider.id, reason: detailOf(error) }, 'userinfo says nothing');
      return {};
    });
  return { ...more, ...claims };
}

function checkedParams(
  { provider, search, checks }: Pick<Redeeming, 'provider' | 'search' | 'checks'>,
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

async function plainClaims(userUrl: string, token: string): Promise<Claims> {
  const headers = new Headers({ accept: 'application/json' });
  const response = await oauth.protectedResourceRequest(
    token,
    'GET',
    new URL(userUrl),
    headers,
    null,
    httpOptions,
  );
  const said: unknown = response.status === 200 ? await response.json() : null;
  if (typeof said !== 'object' || said === null) {
    throw new AppError('auth.providerUnclear');
  }
  return said as Claims;
}
