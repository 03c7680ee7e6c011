import 'server-only';
import * as oauth from 'oauth4webapi';
import { AppError } from '@/lib/contract/errors';
import { Text } from '@/lib/contract/fields';
import { Email } from '@/lib/contract/person';
import { type Admission, admissionOf } from '@/lib/domain/account/admission';
import { externalLogin } from '@/lib/domain/account/sign-in';
import type { Provider } from '@/lib/server/config/provider';
import type { Logger } from '@/lib/server/log';
import type { FederatedIdentity } from '@/lib/server/services/account/federated-account';
import { claimAt, groupsIn, textIn, valueAt } from './claim-values';
import { clockOffsetSeconds, failureDetail } from './failure';
import { clientAuthentication, httpOptions, normalizeTokenResponse, serverOf } from './provider-server';

const toleratedOffsetSeconds = 300;

type SignInChecks = {
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
  // The id token suffices; userinfo may be missing, except where it decides who may come in.
  const more = await oauth
    .userInfoRequest(server, client, tokens.access_token, httpOptions)
    .then((answer) => oauth.processUserInfoResponse(server, client, claims.sub, answer))
    .catch((error: unknown) => {
      const { groupsKey, allowedDomains, requireVerifiedEmail } = provider;
      if (groupsKey ?? allowedDomains ?? requireVerifiedEmail) throw error;
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
  const email = userEmailKey && verifiedWord(claims) !== 'false' ? valueAt(claims, userEmailKey) : null;
  return {
    source: `oauth:${provider.id}`,
    subject,
    login: (number) => externalLogin(name, provider.id, number),
    email: Email.safeParse(email ?? '').data ?? null,
    name: Text.safeParse(claimAt(claims, 'name')).data ?? null,
    admission: admissionFrom(provider, claims, userEmailKey),
  };
}

/** Some providers send text. */
const verifiedWord = ({ email_verified: word }: ProviderClaims) => String(word).toLowerCase();

/** @throws auth.providerUnclear where Entra ID left out the groups because they are too many */
function admissionFrom(provider: Provider, claims: ProviderClaims, emailKey: string | undefined): Admission {
  const { groupsKey } = provider;
  const verified = verifiedWord(claims);
  const email = emailKey && verified !== 'false' ? textIn(claimAt(claims, emailKey)) : null;
  if (groupsKey && claimAt(claims._claim_names, groupsKey) !== undefined) {
    const cause = new Error('too many groups: let the provider send only those of this application');
    throw new AppError('auth.providerUnclear', {}, { cause });
  }
  const { names: groups, unnamed } = groupsIn(groupsKey ? claimAt(claims, groupsKey) : []);
  return admissionOf(provider, {
    groups,
    unnamed,
    email: Email.safeParse(email ?? '').data ?? null,
    isEmailVerified: verified === 'true',
  });
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
