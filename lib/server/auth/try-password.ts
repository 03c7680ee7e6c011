import 'server-only';
import { createHmac, randomBytes } from 'node:crypto';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { attempt, forgetTries } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/counters';
import { rehashImported, verifyPassword } from './password';
import { visitMs } from './tokens';

/**
 * Expiry of passwords that clients have proven, so that one sent with each request is hashed once. Keyed by digests
 * under a key that ends with this process.
 */
const proven = new BoundedMap<string, number>(5_000);
const proofKey = randomBytes(32);
const proofOf = (...parts: string[]) =>
  createHmac('sha256', proofKey).update(JSON.stringify(parts)).digest('base64url');

type PasswordLock = {
  subject: string;
  hash: string;
  storeRehash: (hash: string) => Promise<unknown>;
};

/**
 * Counts the attempt before it checks the password of a share or an inbox.
 * @throws limit.attempts
 */
export async function tryPassword(
  ctx: Context,
  { subject, hash, storeRehash }: PasswordLock,
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
  const renewed = await rehashImported(hash, password, ctx);
  // The password is the same, so its earlier proofs stay valid.
  if (renewed !== null) await storeRehash(renewed);
  proven.set(proofOf(renewed ?? hash, client, password), ctx.now.getTime() + visitMs);
  return true;
}
