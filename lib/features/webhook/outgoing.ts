import 'server-only';
import dns from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInNetworks, isNetwork, plainAddress } from '@/lib/server/network-address';

/**
 * Everything that is not the public internet: the special-purpose registries of IANA, IPv4 within IPv6 (translated,
 * NAT64, 6to4, Teredo), and what lies outside 2000::/3. Mapped IPv4 is compared as IPv4.
 */
const privateNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['192.31.196.0/24', '192.52.193.0/24', '192.175.48.0/24'],
  ...['::/96', '::ffff:0:0:0/96', '64:ff9b::/32', '100::/8', '200::/7', '400::/6', '800::/5', '1000::/4'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '4000::/2', '8000::/1'],
];

type Resolve = (host: string) => Promise<string[]>;

const resolveAll: Resolve = async (host) =>
  (await dns.lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/** Of a host that may not be called, or that has no address: who asks isn't told which. */
export class ForbiddenAddress extends Error {}

/**
 * Returns the addresses to connect to, of a host of which every address may be called. Private ones may where `allowed`
 * names the host, the address or its network.
 * @throws ForbiddenAddress
 */
export async function callableAddresses(
  hostname: string,
  allowed: readonly string[],
  resolve: Resolve = resolveAll,
): Promise<string[]> {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  const addresses = isIP(host)
    ? [host]
    : await resolve(host).catch((cause: unknown) => {
        throw new ForbiddenAddress(`${host} is not found`, { cause });
      });
  const isAllowed = (address: string) =>
    allowed.includes(host) || isInNetworks(networksIn(allowed), address) || !isPrivate(address);
  if (addresses.length === 0 || !addresses.every(isAllowed))
    throw new ForbiddenAddress(`${host} is in a private network`);
  return addresses;
}

const networkLists = new WeakMap<readonly string[], string[]>();

function networksIn(allowed: readonly string[]): string[] {
  const known = networkLists.get(allowed) ?? allowed.filter(isNetwork);
  networkLists.set(allowed, known);
  return known;
}

const isPrivate = (address: string) =>
  isIP(plainAddress(address)) === 0 || isInNetworks(privateNetworks, address);

/** `retryAfter`: the header of that name. */
type PostAnswer = { status: number; retryAfter: string | null };

export type OutgoingPost = { url: string; headers: Record<string, string>; body: string };

/**
 * Posts to a checked address. Follows no redirect and reads nothing of the answer's body.
 * @throws ForbiddenAddress, or Error when there is no answer in time
 */
export async function postChecked(
  { url, headers, body }: OutgoingPost,
  { allowed, timeoutMs, resolve }: { allowed: readonly string[]; timeoutMs: number; resolve?: Resolve },
): Promise<PostAnswer> {
  const target = new URL(url);
  const signal = AbortSignal.timeout(timeoutMs);
  const addresses = await Promise.race([
    callableAddresses(target.hostname, allowed, resolve),
    aborted(signal),
  ]);
  const client = target.protocol === 'https:' ? https : http;
  return new Promise((done, fail) => {
    const request = client.request(
      target,
      {
        method: 'POST',
        agent: false,
        signal,
        lookup: alwaysOf(addresses),
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (answer) => {
        done({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] ?? null });
        answer.on('error', () => undefined);
        answer.destroy();
      },
    );
    request.on('error', fail);
    request.end(body);
  });
}

/** Connects to one of these, the next when one doesn't answer, whatever the name leads to meanwhile. */
const alwaysOf =
  (addresses: readonly string[]): LookupFunction =>
  (_host, _options, found) =>
    found(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, fail) =>
    signal.addEventListener('abort', () => fail(signal.reason), { once: true }),
  );
