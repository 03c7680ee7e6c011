import { BlockList, isIP } from 'node:net';
import * as z from 'zod';

/** Addresses and networks (CIDR), separated by commas or spaces. */
export const networks = z.string().transform((given, check): BlockList => {
  const list = new BlockList();
  for (const part of given.split(/[\s,]+/).filter(Boolean)) {
    if (add(list, part)) continue;
    check.addIssue({
      code: 'custom',
      message:
        'must be addresses or networks such as 127.0.0.1, 10.1.0.0/16 or fd00::/8, separated by commas',
    });
    return z.NEVER;
  }
  return list;
});

/** A network of everything trusts everybody, which nobody means. */
function add(list: BlockList, part: string): boolean {
  const [address = '', prefix, ...rest] = part.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  const kind = version === 4 ? 'ipv4' : 'ipv6';
  if (prefix === undefined) {
    list.addAddress(address, kind);
    return true;
  }
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : 0;
  if (bits < 1 || bits > (version === 4 ? 32 : 128)) return false;
  list.addSubnet(address, bits, kind);
  return true;
}

/** Whether a socket's address is in the list; IPv4 may come written as IPv6. */
export function isListed(list: BlockList, address: string): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const version = isIP(plain);
  return version !== 0 && list.check(plain, version === 4 ? 'ipv4' : 'ipv6');
}
