import 'server-only';
import { createHash, createHmac } from 'node:crypto';
import { AppError } from '@/lib/contract/errors';
import type { Delivery } from '@/lib/contract/share/share-shapes';
import type { AliasContext, Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { clientKey } from '@/lib/server/limits/counters';

export type NewDelivery = Partial<Omit<Delivery, 'number'>> & { receipt: string; senderKey: string | null };

/** A secret of this length needs no salt. */
export const receiptHash = (receipt: string): string => createHash('sha256').update(receipt).digest('hex');

/** Locks the alias' row to number the delivery. @throws alias.notUsable when the alias was deleted meanwhile */
export async function insertDelivery(
  tx: Prisma.TransactionClient,
  { shareId, aliasId, delivered }: { shareId: string; aliasId: string; delivered: NewDelivery },
): Promise<void> {
  const { receipt, ...answers } = delivered;
  const [alias] = await tx.alias.updateManyAndReturn({
    where: { id: aliasId },
    data: { deliveries: { increment: 1 } },
    select: { deliveries: true },
  });
  if (!alias) throw new AppError('alias.notUsable');
  await tx.delivery.create({
    data: { ...answers, shareId, number: alias.deliveries, receiptHash: receiptHash(receipt) },
  });
}

/** Derived from AUTH_SECRET, so that it can be mailed later without being stored. */
export const receiptSecret = ({ config }: Pick<Context, 'config'>, shareId: string): string =>
  derivedReceipt(config.AUTH_SECRET, shareId);

const derivedReceipt = (secret: string | undefined, shareId: string) =>
  createHmac('sha256', `receipt of a delivery ${secret}`).update(shareId).digest('hex').slice(0, 48);

/** Of a delivery that exists, which may be older than AUTH_SECRET. */
export function storedReceipt(
  ctx: Pick<Context, 'config'>,
  { shareId, hash }: { shareId: string; hash: string | null },
): string {
  const before = derivedReceipt(ctx.config.AUTH_SECRET_OLD, shareId);
  return receiptHash(before) === hash ? before : receiptSecret(ctx, shareId);
}

/**
 * Returns the same key for all deliveries of one client to one alias; null without an address. The installation's
 * secret keeps addresses from being found by trying them all.
 */
export function senderKey({ alias, client, config }: AliasContext): string | null {
  if (client.address === null) return null;
  const hmac = createHmac('sha256', `sender of a delivery ${config.AUTH_SECRET}`);
  return hmac
    .update(`${alias.id} ${clientKey(client.address)}`)
    .digest('base64url')
    .slice(0, 22);
}
