import 'server-only';
import { isIPv6 } from 'node:net';
import { plainAddress } from '@/lib/server/network-address';

/**
 * What one client is, for counting: an IPv4 address, or the first 64 bits of an IPv6 one, because every household
 * has as many addresses as it likes behind them.
 */
export function clientKey(address: string | null): string {
  if (address === null || address === '') return 'unknown';
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  );
}
