import 'server-only';
import { isIP } from 'node:net';
import { isInNetworks, plainAddress } from '@/lib/server/network-address';

/**
 * Who is really calling: the socket's address, or, as long as that is a proxy we trust, the one it says it speaks
 * for. X-Forwarded-For is read from its end, where our own proxies write; anything further left is anybody's text.
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
