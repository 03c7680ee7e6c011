import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import type { Prisma, Share } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { endPayload } from '@/lib/server/journal/link-end';
import { record } from '@/lib/server/journal/record';
import { emptyShares } from '@/lib/server/services/file/remove';
import { overseenTitle } from './list-shares';
import { closeReports } from './reports';

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
    const share = await lockShare(tx, shareId);
    await tx.share.update({ where: { id: shareId }, data: blockBy(ctx, reason) });
    await closeReports(ctx, tx, { shareId });
    const entry = shareEntry(share);
    const details = { ...entry.details, reason };
    const payload = share.blockedAt === null ? endPayload(ctx, share.publication, 'takenDown') : null;
    const mail = { id: shareId, accountId: share.ownerId };
    await record(ctx, { ...entry, event: 'share.block', details, payload, mail }, tx);
  });
}

/** @throws share.notFound, oversight.notBlocked */
export async function allowShare(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const share = await lockBlocked(tx, shareId);
    await tx.share.update({ where: { id: shareId }, data: noBlock });
    const mail = { id: shareId, accountId: share.ownerId };
    await record(ctx, { ...shareEntry(share), event: 'share.allow', mail }, tx);
  });
}

/** @throws share.notFound, oversight.notBlocked */
export async function removeBlockedShare(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const share = await lockBlocked(tx, shareId);
    await emptyShares(tx, [shareId]);
    await tx.share.delete({ where: { id: shareId } });
    await record(ctx, { ...shareEntry(share), event: 'share.remove', payload: null }, tx);
  }, longTransaction);
}

/** With the title, unless it is locked, so that admins read what was decided about. */
function shareEntry(share: Share) {
  const title = overseenTitle(share);
  const details = title === null ? {} : { name: title };
  return { object: { type: 'share', id: share.id }, shareId: share.id, details } as const;
}

async function lockShare(tx: Prisma.TransactionClient, id: string) {
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${id} FOR UPDATE`;
  const share = await tx.share.findUnique({ where: { id }, include: { publication: true } });
  if (!share) throw new AppError('share.notFound');
  return share;
}

async function lockBlocked(tx: Prisma.TransactionClient, id: string) {
  const share = await lockShare(tx, id);
  if (share.blockedAt === null) throw new AppError('oversight.notBlocked');
  return share;
}
