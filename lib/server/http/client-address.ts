import 'server-only';
import { BlockList, isIP } from 'node:net';

export type TrustedProxies = readonly string[];

/**
 * Who is really calling: the socket's address, or, as long as that is a proxy we trust, the one it says it speaks
 * for. X-Forwarded-For is read from its end, where our own proxies write; what stands further left is anybody's text.
 */
export function clientAddress(
  socket: string,
  forwardedFor: string | undefined,
  trusted: TrustedProxies,
): string {
  const hops = (forwardedFor ?? '').split(',').map((hop) => plainAddress(hop.trim()));
  let address = plainAddress(socket);
  const proxies = trusted.length > 0 ? blockListOf(trusted) : null;
  while (proxies && isTrusted(proxies, address)) {
    const next = hops.pop();
    if (!next || isIP(next) === 0) break;
    address = next;
  }
  return address;
}

/** IPv4 in the clothes of IPv6 counts as itself; ports, brackets and zones say nothing about who it is. */
function plainAddress(text: string): string {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  return bare.replace(/%.*$/, '').replace(/^::ffff:(?=\d+\.)/i, '');
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');
const isTrusted = (proxies: BlockList, address: string) =>
  isIP(address) !== 0 && proxies.check(address, familyOf(address));

const lists = new WeakMap<TrustedProxies, BlockList>();

function blockListOf(trusted: TrustedProxies): BlockList {
  const known = lists.get(trusted);
  if (known) return known;
  const list = new BlockList();
  for (const range of trusted) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  lists.set(trusted, list);
  return list;
}
