import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy, lockManaged, managedBy } from '@/lib/server/services/access/share';

export async function markUnread(
  tx: Prisma.TransactionClient,
  { shareId, ownerId, aliasId }: { shareId: string; ownerId: string; aliasId: string },
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "Unread" ("accountId", "shareId")
    SELECT "id", ${shareId} FROM "Account" WHERE "id" = ${ownerId} OR "id" IN (
      SELECT "accountId" FROM "AliasMember" WHERE "aliasId" = ${aliasId})
    ON CONFLICT DO NOTHING`;
}

/** Counts shares that are not empty. Former members count none. Indexes: Unread_pkey, Share_pkey. */
export async function countUnread({ db, viewer }: UserContext): Promise<{ unread: number }> {
  const [row] = await db.$queryRaw<[{ unread: bigint }]>`
    SELECT count(*) AS "unread" FROM "Unread" u JOIN "Share" s ON s."id" = u."shareId"
    WHERE u."accountId" = ${viewer.id} AND s."aliasId" IS NOT NULL
      AND (s."fileCount" > 0 OR s."description" IS NOT NULL) AND ${isManagedBy(viewer)}`;
  return { unread: Number(row.unread) };
}

export async function filterUnread({ db, viewer }: UserContext, ids: string[]): Promise<Set<string>> {
  const rows = await db.unread.findMany({
    where: { accountId: viewer.id, shareId: { in: ids } },
    select: { shareId: true },
  });
  return new Set(rows.map(({ shareId }) => shareId));
}

/** Marks it as read for the viewer alone. @throws share.notFound */
export async function markRead(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  const { db, viewer } = ctx;
  const share = await db.share.findFirst({
    where: { AND: [{ id: shareId }, managedBy(viewer)] },
    select: { id: true },
  });
  if (!share) throw new AppError('share.notFound');
  await markSeen(ctx, shareId);
  await db.unread.deleteMany({ where: { accountId: viewer.id, shareId } });
}

/** Ends the sender's right to withdraw the delivery. The caller has checked access. */
export async function markSeen({ db, now }: Pick<UserContext, 'db' | 'now'>, shareId: string): Promise<void> {
  await db.delivery.updateMany({ where: { shareId, seenAt: null }, data: { seenAt: now } });
}

/** Done also means read by the viewer. @throws share.notFound, also for a share that came through no alias */
export async function setDone(
  ctx: UserContext,
  { shareId, value }: { shareId: string; value: boolean },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { aliasId } = await lockManaged(tx, ctx.viewer, shareId, { mayBeBlocked: true });
    if (aliasId === null) throw new AppError('share.notFound');
    const doneAt = value ? ctx.now : null;
    // Imported deliveries have no row yet.
    await tx.delivery.upsert({ where: { shareId }, create: { shareId, doneAt }, update: { doneAt } });
  });
  if (value) await markRead(ctx, { shareId });
}
