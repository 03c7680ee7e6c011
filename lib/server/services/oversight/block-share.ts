import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { emptyShares } from '@/lib/server/services/file/remove';
import { tellOfBlock } from './tell-owner';

type ShareBlock = { shareId: string; reason: string };

/** Columns that `authorizeLink`, `aliasPassOf` and `services/access` check. */
export const blockBy = ({ now, viewer }: UserContext, blockReason: string) => ({
  blockedAt: now,
  blockedBy: viewer.login,
  blockReason,
});
export const noBlock = { blockedAt: null, blockedBy: null, blockReason: null };

/** Visits wait for the lock. Who is downloading is cut off. @throws share.notFound */
export async function blockShare(ctx: UserContext, { shareId, reason }: ShareBlock): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { ownerId } = await lockShare(tx, shareId);
    await tx.share.update({ where: { id: shareId }, data: blockBy(ctx, reason) });
    await tellOfBlock(ctx, tx, { kind: 'takenDown', id: shareId, ownerId });
    const object = { type: 'share', id: shareId } as const;
    await audit(ctx, { event: 'share.block', object, shareId, details: { reason } }, tx);
  });
}

/** @throws share.notFound, oversight.notBlocked */
export async function allowShare(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { ownerId } = await lockBlocked(tx, shareId);
    await tx.share.update({ where: { id: shareId }, data: noBlock });
    await tellOfBlock(ctx, tx, { kind: 'allowedAgain', id: shareId, ownerId });
    await audit(ctx, { event: 'share.allow', object: { type: 'share', id: shareId }, shareId }, tx);
  });
}

/** @throws share.notFound, oversight.notBlocked */
export async function removeBlockedShare(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockBlocked(tx, shareId);
    await emptyShares(tx, [shareId]);
    await tx.share.delete({ where: { id: shareId } });
    await audit(ctx, { event: 'share.remove', object: { type: 'share', id: shareId }, shareId }, tx);
  }, longTransaction);
}

async function lockShare(tx: Prisma.TransactionClient, id: string) {
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${id} FOR UPDATE`;
  const share = await tx.share.findUnique({ where: { id }, select: { ownerId: true, blockedAt: true } });
  if (!share) throw new AppError('share.notFound');
  return share;
}

async function lockBlocked(tx: Prisma.TransactionClient, id: string) {
  const share = await lockShare(tx, id);
  if (share.blockedAt === null) throw new AppError('oversight.notBlocked');
  return share;
}
