import 'server-only';
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { config } from '@/lib/server/config';
import { isInNetworks, plainAddress } from '@/lib/server/network-address';
import { utf8Of } from '@/lib/server/request-headers';
import type { ProxyPerson } from '@/lib/server/services/session/sign-in-by-proxy';

/** The front door drops such headers of clients. */
export const innerPrefix = 'x-slipway-';

/** Headers between the front door and the pages process. */
export const innerHeaders = {
  address: 'x-slipway-address',
  request: 'x-slipway-request',
  /** User and e-mail address named by a trusted proxy. */
  proxyUser: 'x-slipway-proxy-user',
  proxyEmail: 'x-slipway-proxy-email',
  inbox: 'x-slipway-inbox',
  /** Marks an answer that failed during a database outage, which the front door replaces. */
  outage: 'x-slipway-outage',
} as const satisfies Record<string, `${typeof innerPrefix}${string}`>;

/** Adds the address and, behind a proxy that signs people in, the person. */
export function setCallerHeaders(req: IncomingMessage): void {
  const forwardedFor = req.headers['x-forwarded-for'];
  req.headers[innerHeaders.address] = clientAddress(
    req.socket.remoteAddress ?? '',
    Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    config().TRUSTED_PROXIES,
  );
  if (config().PROXY_AUTH) extractProxyPerson(req);
}

/**
 * Reads X-Forwarded-For from its end while the address is a trusted proxy; entries further left can be
 * forged.
 */
export function clientAddress(
  socket: string,
  forwardedFor: string | undefined,
  trusted: readonly string[],
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()));
  let address = plainAddress(socket);
  while (isInNetworks(trusted, address)) {
    const next = hops.pop();
    if (!next || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/**
 * Removes the proxy's login headers from a request and keeps their values if the socket is a trusted proxy's.
 * Duplicates, also with underscores instead of hyphens, are ignored.
 */
function extractProxyPerson(request: IncomingMessage): void {
  const { PROXY_AUTH_USER_HEADER, PROXY_AUTH_EMAIL_HEADER, TRUSTED_PROXIES } = config();
  const user = takeHeader(request, PROXY_AUTH_USER_HEADER.toLowerCase());
  const email = takeHeader(request, PROXY_AUTH_EMAIL_HEADER.toLowerCase());
  const isTrusted = isInNetworks(TRUSTED_PROXIES, request.socket.remoteAddress ?? '');
  if (isTrusted && user !== null) request.headers[innerHeaders.proxyUser] = user;
  if (isTrusted && email !== null) request.headers[innerHeaders.proxyEmail] = email;
}

function takeHeader(request: IncomingMessage, name: string): string | null {
  const { rawHeaders, headers } = request;
  const sent = rawHeaders.flatMap((raw, index) =>
    index % 2 === 0 && sameName(raw) === sameName(name)
      ? [{ raw: raw.toLowerCase(), value: rawHeaders[index + 1] }]
      : [],
  );
  for (const each of Object.keys(headers)) {
    if (sameName(each) === sameName(name)) delete headers[each];
  }
  const [only] = sent;
  return sent.length === 1 && only?.raw === name ? (only.value ?? null) : null;
}

const sameName = (name: string) => name.toLowerCase().replaceAll('_', '-');

export function proxyPersonOf(headers: Headers): ProxyPerson | null {
  const user = headers.get(innerHeaders.proxyUser);
  return user === null ? null : { user: utf8Of(user), email: headers.get(innerHeaders.proxyEmail) };
}
