import { BlockList, isIP } from 'node:net';

/** Converts IPv4-mapped IPv6, and removes port, brackets and zone. */
export function plainAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  return bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
}

export function isLoopback(host: string): boolean {
  const plain = plainAddress(host);
  return plain === 'localhost' || plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** Refuses /0, which would trust everyone. */
export function isNetwork(range: string): boolean {
  const [address = '', bits, ...rest] = range.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128);
}

export function isInNetworks(ranges: readonly string[], address: string): boolean {
  if (ranges.length === 0) return false;
  const plain = plainAddress(address);
  return isIP(plain) !== 0 && blockListOf(ranges).check(plain, kindOf(plain));
}

const kindOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

const lists = new WeakMap<readonly string[], BlockList>();

function blockListOf(ranges: readonly string[]): BlockList {
  const known = lists.get(ranges);
  if (known) return known;
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, kindOf(address));
    else list.addSubnet(address, Number(bits), kindOf(address));
  }
  lists.set(ranges, list);
  return list;
}
