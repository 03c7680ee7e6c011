import 'server-only';
import { isIP } from 'node:net';
import { isInNetworks, plainAddress } from '@/lib/server/network-address';

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
