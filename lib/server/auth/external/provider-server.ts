import 'server-only';
import * as oauth from 'oauth4webapi';
import { AppError } from '@/lib/contract/errors';
import { mediaType } from '@/lib/domain/file/file-type';
import { isSafeUrl, type Provider } from '@/lib/server/config/provider';
import { OutsideFailure } from '@/lib/server/outside/outside-failure';
import { readLimited } from '@/lib/server/read-limited';

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
  else await answerOf(provider.tokenUrl, { method: 'HEAD', headers: {} });
  return serverOf(provider);
}

async function discover(issuer: string): Promise<oauth.AuthorizationServer> {
  const known = discovered.get(issuer);
  if (known && known.until > Date.now()) return known.server;
  const address = new URL(issuer.replace(/\/\.well-known\/openid-configuration\/?$/, ''));
  const response = await oauth.discoveryRequest(address, httpOptions);
  const own = await ownIssuer(address, response.clone());
  const server = await oauth.processDiscoveryResponse(own, response);
  if (!isSafeUrl(server.authorization_endpoint ?? '')) {
    throw new AppError('auth.providerUnclear');
  }
  discovered.set(issuer, { server, until: Date.now() + discoveryCacheMs });
  return server;
}

const withoutSlash = (url: string) => url.replace(/\/$/, '');

/** The issuer as the provider writes it, with or without the slash at its end, which people miss or add. */
async function ownIssuer(address: URL, answer: Response): Promise<URL> {
  const { issuer }: { issuer?: unknown } = Object(await answer.json().catch(() => null));
  const isSame = typeof issuer === 'string' && withoutSlash(issuer) === withoutSlash(address.href);
  return isSame ? new URL(issuer) : address;
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

const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;

type ProviderCall = { method: string; headers: Record<string, string>; body?: unknown };

/** @throws auth.providerAway for no answer, one that is late or too long, or status 500 and above */
export async function providerFetch(url: string, request: ProviderCall): Promise<Response> {
  const response = await answerOf(url, request);
  if (response.status < 500) return response;
  throw new AppError('auth.providerAway', {}, { cause: new Error(`status ${response.status}`) });
}

/** Any answer, which proves that the provider can be reached. @throws auth.providerAway */
async function answerOf(url: string, request: ProviderCall): Promise<Response> {
  // Discovered addresses follow the same rule as configured ones.
  if (!isSafeUrl(url)) throw new AppError('auth.providerUnclear');
  const { method, headers } = request;
  const body = request.body instanceof URLSearchParams ? request.body : null;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url, { method, headers, body, redirect: 'manual', signal });
    const answer = await readLimited(response, maxBytes);
    return new Response(answer, { status: response.status, headers: response.headers });
  } catch (error) {
    throw new AppError('auth.providerAway', {}, { cause: new OutsideFailure('connection', error) });
  }
}

/**
 * Rewrites a plain OAuth2 provider's token answer to the standard form: some send a form instead of JSON, omit the
 * token type, or report errors with status 200.
 */
export async function normalizeTokenResponse(response: Response): Promise<Response> {
  const text = await response.text();
  const type = mediaType(response.headers.get('content-type'));
  const isForm = type === 'application/x-www-form-urlencoded' || type === 'text/plain';
  const fields = (isForm && !text.startsWith('{') ? fromForm(text) : fromJson(text)) as Record<
    string,
    unknown
  >;
  const answer =
    typeof fields.error === 'string'
      ? { error: fields.error }
      : { access_token: fields.access_token, token_type: fields.token_type ?? 'bearer' };
  const status = 'error' in answer ? 400 : response.status;
  return Response.json(answer, { status });
}

const fromForm = (text: string) => Object.fromEntries(new URLSearchParams(text));

function fromJson(text: string): unknown {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
