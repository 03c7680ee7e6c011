import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { AliasContext } from '@/lib/server/context';
import { hasArrived } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { bundleMs } from '@/lib/server/journal/notice';
import { record } from '@/lib/server/journal/record';
import { spendMails } from '@/lib/server/services/mail/allowance';
import { shareNamedBy } from '@/lib/server/services/upload/access';
import { type Receiver, receiversOf } from './receivers';

/**
 * Queues one arrival notice per share and receiver, and another for files that came later, at most one in 15 minutes.
 * Concurrent and repeated calls have no effect. The sender learns nothing about the receivers.
 * @throws share.notFound, mail.off, mail.noReceivers, mail.limitReached
 */
export async function notifyReceivers(ctx: AliasContext, named: { shareId: string }): Promise<void> {
  const { alias, db } = ctx;
  const shareId = shareNamedBy(ctx, named.shareId);
  const count = await db.share.count({ where: { id: shareId, aliasId: alias.id } });
  if (count === 0) throw new AppError('share.notFound');
  await recordDelivery(ctx, shareId);
  if (!ctx.mail) throw new AppError('mail.off');
  const receivers = await receiversOf(ctx, { ownerId: alias.ownerId, aliasId: alias.id });
  if (receivers.length === 0) throw new AppError('mail.noReceivers');

  if (!(await claimShare(ctx, shareId, receivers))) return;
  try {
    if (!(await isBundled(ctx, shareId)))
      await spendMails(ctx, { kind: 'alias', id: alias.id }, receivers.length);
  } catch (error) {
    await undoClaim(ctx, shareId);
    throw error;
  }
  await scheduleNotices(ctx, shareId);
}

/** Of an album's deliveries, which are one share, once in a while. */
async function recordDelivery(ctx: AliasContext, shareId: string): Promise<void> {
  const { db, alias, now } = ctx;
  const isAlbum = alias.albumId === shareId;
  const once = isAlbum ? `${shareId} ${Math.floor(now.getTime() / bundleMs)}` : shareId;
  await record(ctx, { event: 'delivery.complete', shareId, payload: {}, once }, db);
}

const bundleInterval = Prisma.sql`${bundleMs} * interval '1 millisecond'`;

/** Selects other shares that the same sender brought to the alias within the bundling interval. */
const recentFromSender = ({ alias }: AliasContext, shareId: string) => Prisma.sql`
  SELECT o."id", o."notifiedAt" FROM "Delivery" d
    JOIN "Share" o ON o."aliasId" = ${alias.id} AND o."id" <> d."shareId"
    JOIN "Delivery" od ON od."shareId" = o."id" AND od."senderKey" = d."senderKey"
  WHERE d."shareId" = ${shareId} AND o."notifiedAt" > now() - ${bundleInterval}`;

/** A notice that joins a waiting mail costs no mail allowance. */
async function isBundled(ctx: AliasContext, shareId: string): Promise<boolean> {
  const waiting = await ctx.db.$queryRaw<unknown[]>`
    WITH others AS (${recentFromSender(ctx, shareId)})
    SELECT 1 FROM "Notice" w JOIN others ON others."id" = w."shareId"
    WHERE w."kind" = 'arrival' AND w."tries" = 0 LIMIT 1`;
  return waiting.length > 0;
}

/** Makes notices due now, or with the sender's waiting mail if they delivered within the last 15 minutes. */
async function scheduleNotices(ctx: AliasContext, shareId: string): Promise<void> {
  // Truncated: the column stores milliseconds, and now() rounded up would not be due yet.
  await ctx.db.$executeRaw`
    WITH others AS (${recentFromSender(ctx, shareId)})
    UPDATE "Notice" n SET "dueAt" = coalesce(
      (SELECT min(w."dueAt") FROM "Notice" w JOIN others ON others."id" = w."shareId"
        WHERE w."kind" = 'arrival' AND w."accountId" = n."accountId" AND w."tries" = 0),
      (SELECT max("notifiedAt") + ${bundleInterval} FROM others),
      date_trunc('milliseconds', now()))
    WHERE n."shareId" = ${shareId} AND n."kind" = 'arrival'`;
}

/**
 * Inserts the notices and returns true for exactly one of several concurrent calls.
 */
async function claimShare(
  ctx: AliasContext,
  shareId: string,
  receivers: readonly Receiver[],
): Promise<boolean> {
  const accountIds = receivers.map(({ id }) => id);
  return ctx.db.$transaction(async (tx) => {
    const claimed = await tx.$executeRaw`
      UPDATE "Share" s SET "notifiedAt" = ${ctx.now} WHERE s."id" = ${shareId} AND (s."notifiedAt" IS NULL
        OR s."notifiedAt" < ${new Date(ctx.now.getTime() - bundleMs)} AND EXISTS (SELECT FROM "File" f
          WHERE f."shareId" = s."id" AND ${hasArrived} AND f."completedAt" > s."notifiedAt"))`;
    if (claimed === 0) return false;
    await record(ctx, { event: 'delivery.announce', shareId, mail: { accountIds } }, tx);
    return true;
  });
}

async function undoClaim({ db }: AliasContext, shareId: string): Promise<void> {
  await db.$transaction([
    db.notice.deleteMany({ where: { shareId, kind: 'arrival' } }),
    db.share.updateMany({ where: { id: shareId }, data: { notifiedAt: null } }),
  ]);
}
