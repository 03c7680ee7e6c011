import 'server-only';
import { createHmac, randomBytes } from 'node:crypto';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { attempt, forgetTries } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/counter-keys';
import { renewedHash, verifyPassword } from './password';
import { visitMs } from './sealed';

/**
 * Which client has proven to know which password, for as long as a visit lasts: a client that sends it with each request has
 * it hashed once. Kept as a digest under a key that ends with this process.
 */
const proven = new BoundedMap<string, number>(5_000);
const proofKey = randomBytes(32);
const proofOf = (...parts: string[]) =>
  createHmac('sha256', proofKey).update(JSON.stringify(parts)).digest('base64url');

type Locked = {
  /** What the tries are counted for. */
  subject: string;
  hash: string;
  /** Keeps the hash that the same password has by now. */
  renew: (hash: string) => Promise<unknown>;
};

/** Tries the password of a share or an inbox, which counts before it is looked at. @throws limit.attempts */
export async function tryPassword(
  ctx: Context,
  { subject, hash, renew }: Locked,
  password: string,
): Promise<boolean> {
  const client = clientKey(ctx.client.address);
  const ofClient = { limit: 'sharePassword', of: [subject, client] } as const;
  const proof = proofOf(hash, client, password);
  if (Number(proven.get(proof)) > ctx.now.getTime()) {
    await forgetTries(ctx, ofClient);
    return true;
  }
  const right = await attempt(
    ctx,
    [ofClient, { limit: 'sharePasswordTotal', of: [subject] }],
    async () => (await verifyPassword(hash, password, ctx)) || null,
  );
  if (!right) return false;
  const renewed = await renewedHash(hash, password, ctx);
  // The password is the same, so what was proven of it before goes on to count.
  if (renewed !== null) await renew(renewed);
  proven.set(proofOf(renewed ?? hash, client, password), ctx.now.getTime() + visitMs);
  return true;
}
