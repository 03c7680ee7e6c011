import 'server-only';
import * as oauth from 'oauth4webapi';
import { AppError } from '@/lib/contract/errors';
import { isSafeUrl, type Provider } from '@/lib/server/config/provider';
import { providerFetch } from './provider-fetch';

const rememberMs = 10 * 60_000;
const discovered = new Map<string, { server: oauth.AuthorizationServer; until: number }>();

/** How requests to a provider are made. Which addresses may be unencrypted is providerFetch's rule alone. */
export const httpOptions = { [oauth.allowInsecureRequests]: true, [oauth.customFetch]: providerFetch };

/**
 * The addresses that a provider is asked at: as configured, or as it says itself.
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

const asking = new Map<string, Promise<oauth.AuthorizationServer>>();

/**
 * The same, once the provider has shown that it is there: a browser that is sent to one that is down could only
 * show an error page of its own. Anybody can begin a sign-in, so a provider is asked once for all who do just now.
 * @throws auth.providerAway, auth.providerUnclear
 */
export function reachedServer(provider: Provider): Promise<oauth.AuthorizationServer> {
  const { id } = provider;
  const asked = asking.get(id) ?? reach(provider).finally(() => asking.delete(id));
  asking.set(id, asked);
  return asked;
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
  discovered.set(issuer, { server, until: Date.now() + rememberMs });
  return server;
}

/** How we prove who we are: plain OAuth2 in the form, OpenID Connect as its standard presets. */
export function authenticationOf(provider: Provider, server: oauth.AuthorizationServer): oauth.ClientAuth {
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  const isBasic = 'issuer' in provider && methods.includes('client_secret_basic');
  return isBasic
    ? oauth.ClientSecretBasic(provider.clientSecret)
    : oauth.ClientSecretPost(provider.clientSecret);
}
