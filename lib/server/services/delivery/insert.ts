import 'server-only';
import { createHash } from 'node:crypto';
import { AppError } from '@/lib/contract/errors';
import type { Delivery } from '@/lib/contract/share/share-shapes';
import type { Prisma } from '@/lib/server/db/generated/client';

/** What a sender said, if anything, and the secret of the receipt. */
export type NewDelivery = Partial<Omit<Delivery, 'number'>> & { receipt: string; senderKey: string | null };

/** Only this is kept: who reads the database can't use it. A secret of an id's length needs no salt. */
export const receiptHash = (receipt: string): string => createHash('sha256').update(receipt).digest('hex');

/** Numbers it, under the lock of its alias' row. @throws alias.notUsable when the alias goes meanwhile */
export async function insertDelivery(
  tx: Prisma.TransactionClient,
  { shareId, aliasId, delivered }: { shareId: string; aliasId: string; delivered: NewDelivery },
): Promise<void> {
  const { receipt, ...said } = delivered;
  const [alias] = await tx.$queryRaw<{ number: number }[]>`
    UPDATE "Alias" SET "deliveries" = "deliveries" + 1 WHERE "id" = ${aliasId} RETURNING "deliveries" AS "number"`;
  if (!alias) throw new AppError('alias.notUsable');
  await tx.delivery.create({
    data: { ...said, shareId, number: alias.number, receiptHash: receiptHash(receipt) },
  });
}
