import 'server-only';
import * as oauth from 'oauth4webapi';
import { AppError } from '@/lib/contract/errors';
import { isSafeUrl, type Provider } from '@/lib/server/config/provider';
import { providerFetch } from './provider-fetch';

const discoveryCacheMs = 10 * 60_000;
const discovered = new Map<string, { server: oauth.AuthorizationServer; until: number }>();

/** Allows unencrypted requests to the library, because `providerFetch` decides about them. */
export const httpOptions = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: providerFetch };

/**
 * Returns a provider's endpoints, as configured or discovered.
 * @throws auth.providerAway, auth.providerUnclear
 */
export async function serverOf(provider: Provider): Promise<oauth.AuthorizationServer> {
  if ('issuer' in provider) return discover(provider.issuer);
  const { authorizeUrl, tokenUrl, userUrl } = provider;
  return {
    issuer: new URL(authorizeUrl).origin,
    authorization_endpoint: authorizeUrl,
    token_endpoint: tokenUrl,
    userinfo_endpoint: userUrl,
  };
}

const pendingChecks = new Map<string, Promise<oauth.AuthorizationServer>>();

/**
 * Returns the endpoints of a provider after a request has reached it, so that no browser is sent to one that is down.
 * Concurrent sign-ins share one request, as anyone can begin one.
 * @throws auth.providerAway, auth.providerUnclear
 */
export function reachableServer(provider: Provider): Promise<oauth.AuthorizationServer> {
  const { id } = provider;
  const check = pendingChecks.get(id) ?? reach(provider).finally(() => pendingChecks.delete(id));
  pendingChecks.set(id, check);
  return check;
}

async function reach(provider: Provider): Promise<oauth.AuthorizationServer> {
  if ('issuer' in provider) discovered.delete(provider.issuer);
  else await providerFetch(provider.tokenUrl, { method: 'HEAD', headers: {} });
  return serverOf(provider);
}

async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const known = discovered.get(issuer);
  if (known && known.until > Date.now()) return known.server;
  const address = new URL(issuer);
  const response = await oauth.discoveryRequest(address, httpOptions);
  const server = await oauth.processDiscoveryResponse(address, response);
  if (!isSafeUrl(server.authorization_endpoint ?? '')) {
    throw new AppError('auth.providerUnclear');
  }
  discovered.set(issuer, { server, until: Date.now() + discoveryCacheMs });
  return server;
}

/** Plain OAuth2 sends the secret in the form, OpenID Connect as its standard presets. */
export function clientAuthentication(
  provider: Provider,
  server: oauth.AuthorizationServer,
): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isBasic = 'issuer' in provider && methods.includes('client_secret_basic');
  return isBasic
    ? oauth.ClientSecretBasic(provider.clientSecret)
    : oauth.ClientSecretPost(provider.clientSecret);
}
