import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

/** Removes the keys that were not used in time. */
export async function removeInvites(ctx: Context): Promise<number> {
  const { count } = await ctx.db.invite.deleteMany({ where: { expiresAt: { lte: ctx.now } } });
  return count;
}

/** Those of somebody who may make none any more, or they would come back by their own key. */
export async function endInvites(tx: Prisma.TransactionClient, createdById: string): Promise<void> {
  await tx.invite.deleteMany({ where: { createdById } });
}
