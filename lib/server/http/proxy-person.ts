import 'server-only';
import type { IncomingMessage } from 'node:http';
import { config } from '@/lib/server/config';
import { isInNetworks } from '@/lib/server/network-address';
import type { ProxyPerson } from '@/lib/server/services/session/sign-in-by-proxy';
import { innerHeaders } from './inner-headers';

/**
 * Removes the proxy's login headers from a request and keeps their values if the socket is a trusted proxy's.
 * Duplicates, also with underscores instead of hyphens, are ignored.
 */
export function extractProxyPerson(request: IncomingMessage): void {
  const { PROXY_AUTH, PROXY_AUTH_USER_HEADER, PROXY_AUTH_EMAIL_HEADER, TRUSTED_PROXIES } = config();
  if (!PROXY_AUTH) return;
  const user = takeHeader(request, PROXY_AUTH_USER_HEADER.toLowerCase());
  const email = takeHeader(request, PROXY_AUTH_EMAIL_HEADER.toLowerCase());
  const isTrusted = isInNetworks(TRUSTED_PROXIES, request.socket.remoteAddress ?? '');
  if (!isTrusted || user === null) return;
  request.headers[innerHeaders.proxyUser] = user;
  if (email !== null) request.headers[innerHeaders.proxyEmail] = email;
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
  return user === null ? null : { user: decodeUtf8(user), email: headers.get(innerHeaders.proxyEmail) };
}

/** Node decodes headers as Latin-1, but most proxies send UTF-8. */
function decodeUtf8(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
