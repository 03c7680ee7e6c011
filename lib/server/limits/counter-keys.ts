import { isIPv6 } from 'node:net';
import { plainAddress } from '@/lib/server/network-address';

import 'server-only';

/** Identifies a client by IPv4 address or IPv6 /64, because households control whole /64 networks. */
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

import 'server-only';

/** Identifies a mailbox: most servers ignore case and what follows a "+". */
export function receiverKey(address: string): string {
  const key = address.toLowerCase();
  const at = key.lastIndexOf('@');
  return `${key.slice(0, at).split('+', 1)[0]}${key.slice(at)}`;
}
