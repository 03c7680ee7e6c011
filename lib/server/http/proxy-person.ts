import 'server-only';
import type { IncomingMessage } from 'node:http';
import { config } from '@/lib/server/config';
import { isInNetworks } from '@/lib/server/network-address';
import type { ProxyPerson } from '@/lib/server/services/session/sign-in-by-proxy';
import { innerHeaders } from './inner-headers';

/**
 * Takes the headers of the proxy login off a request, and notes what they say only when the socket is a trusted
 * proxy's. Headers with underscores count as the same name, as they do for many servers: a client that sends both
 * spellings, or one twice, has said nothing.
 */
export function noteProxyPerson(request: IncomingMessage): void {
  const { PROXY_AUTH, PROXY_AUTH_USER_HEADER, PROXY_AUTH_EMAIL_HEADER, TRUSTED_PROXIES } = config();
  if (!PROXY_AUTH) return;
  const user = takeHeader(request, PROXY_AUTH_USER_HEADER.toLowerCase());
  const email = takeHeader(request, PROXY_AUTH_EMAIL_HEADER.toLowerCase());
  const isTrusted = isInNetworks(TRUSTED_PROXIES, request.socket.remoteAddress ?? '');
  if (!isTrusted || user === null) return;
  request.headers[innerHeaders.proxyUser] = user;
  if (email !== null) request.headers[innerHeaders.proxyEmail] = email;
}

/** The value of a header that came exactly once in exactly this spelling; it is gone from the request afterwards. */
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

/** What the front door noted. */
export function proxyPersonOf(headers: Headers): ProxyPerson | null {
  const user = headers.get(innerHeaders.proxyUser);
  return user === null ? null : { user: fromWire(user), email: headers.get(innerHeaders.proxyEmail) };
}

/** Headers are bytes, which Node reads as Latin-1; most proxies write UTF-8. */
function fromWire(value: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(value, 'latin1'));
  } catch {
    return value;
  }
}
