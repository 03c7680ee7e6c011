import 'server-only';
import * as oauth from 'oauth4webapi';
import { AppError } from '@/lib/contract/errors';
import { Text } from '@/lib/contract/fields';
import { Email } from '@/lib/contract/person';
import { externalLogin } from '@/lib/domain/account/external-login';
import type { Provider } from '@/lib/server/config/provider';
import type { Logger } from '@/lib/server/log';
import type { FederatedIdentity } from '@/lib/server/services/account/federated-account';
import { clockOffsetSeconds, failureDetail } from './failure';
import { clientAuthentication, httpOptions, normalizeTokenResponse, serverOf } from './provider-server';

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

/**
 * The provider's unchanging id is the account's key; the readable name becomes its login.
 * @throws auth.providerUnclear for claims without an id
 */
export function personOf(provider: Provider, claims: ProviderClaims): FederatedIdentity {
  const { userIdKey, userNameKey, userEmailKey } = keysOf(provider);
  const subject = Text.min(1).max(255).safeParse(valueAt(claims, userIdKey)).data;
  if (!subject) throw new AppError('auth.providerUnclear');
  const name = valueAt(claims, userNameKey) ?? subject;
  const email = userEmailKey && claims.email_verified !== false ? valueAt(claims, userEmailKey) : null;
  return {
    source: `oauth:${provider.id}`,
    subject,
    login: (number) => externalLogin(name, provider.id, number),
    email: Email.safeParse(email ?? '').data ?? null,
  };
}

function keysOf(provider: Provider) {
  const { userIdKey, userNameKey, userEmailKey } = provider;
  if (!('issuer' in provider)) {
    return { userIdKey: provider.userIdKey, userNameKey: userNameKey ?? provider.userIdKey, userEmailKey };
  }
  return {
    userIdKey: userIdKey ?? 'sub',
    userNameKey: userNameKey ?? userIdKey ?? 'preferred_username',
    userEmailKey: userEmailKey ?? 'email',
  };
}

/** Finds a text or number by its key at any depth; the one nearest to the top wins. */
export function valueAt(claims: unknown, key: string): string | null {
  for (let level = [claims]; level.length > 0; level = level.flatMap(childrenOf)) {
    const found = level.map((each) => textOf(each, key)).find((text) => text !== null);
    if (found) return found;
  }
  return null;
}

function textOf(claims: unknown, key: string): string | null {
  if (typeof claims !== 'object' || claims === null || !Object.hasOwn(claims, key)) return null;
  const value = (claims as Record<string, unknown>)[key];
  if (Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value ? Object.values(value) : [];
