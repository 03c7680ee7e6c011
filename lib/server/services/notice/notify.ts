import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { AliasContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { spendMails } from '@/lib/server/services/mail/allowance';
import { shareNamedBy } from '@/lib/server/services/upload/access';
import { type Receiver, receiversOf } from './receivers';
import { bundleMs } from './tell-owner';

/**
 * Has owner and members told that a share came through their alias, once for each share, or of an album once in a quarter
 * of an hour: repeated calls and calls at the same moment change nothing. `sendNotices` sends the mails, whatever becomes of this process. The caller learns
 * neither how many there are nor who.
 * @throws share.notFound, mail.off, mail.noReceivers, mail.limitReached
 */
export async function notifyReceivers(ctx: AliasContext, named: { shareId: string }): Promise<void> {
  const { alias, db } = ctx;
  const shareId = shareNamedBy(ctx, named.shareId);
  const count = await db.share.count({ where: { id: shareId, aliasId: alias.id } });
  if (count === 0) throw new AppError('share.notFound');
  if (!ctx.mail) throw new AppError('mail.off');
  const receivers = await receiversOf(ctx, { ownerId: alias.ownerId, aliasId: alias.id });
  if (receivers.length === 0) throw new AppError('mail.noReceivers');

  if (!(await claim(ctx, shareId, receivers))) return;
  try {
    if (!(await isBundled(ctx, shareId)))
      await spendMails(ctx, { kind: 'alias', id: alias.id }, receivers.length);
  } catch (error) {
    await withdraw(ctx, shareId);
    throw error;
  }
  await makeDue(ctx, shareId);
}

const quarter = Prisma.sql`${bundleMs} * interval '1 millisecond'`;

/** What else the sender of a delivery has lately brought to the alias. */
const othersOf = ({ alias }: AliasContext, shareId: string) => Prisma.sql`
  SELECT o."id", o."notifiedAt" FROM "Delivery" d
    JOIN "Share" o ON o."aliasId" = ${alias.id} AND o."id" <> d."shareId"
    JOIN "Delivery" od ON od."shareId" = o."id" AND od."senderKey" = d."senderKey"
  WHERE d."shareId" = ${shareId} AND o."notifiedAt" > now() - ${quarter}`;

/** Mails that wait tell of it, too: it costs none of its own. */
async function isBundled(ctx: AliasContext, shareId: string): Promise<boolean> {
  const waiting = await ctx.db.$queryRaw<unknown[]>`
    WITH others AS (${othersOf(ctx, shareId)})
    SELECT 1 FROM "Notice" w JOIN others ON others."id" = w."shareId"
    WHERE w."kind" = 'arrival' AND w."tries" = 0 LIMIT 1`;
  return waiting.length > 0;
}

/**
 * Now; or, where the same sender has brought something within the last quarter of an hour, together with what else they
 * bring until that is over.
 */
async function makeDue(ctx: AliasContext, shareId: string): Promise<void> {
  // Stored in milliseconds, now() is rounded up as often as down, and would be still to come for who looks at once.
  await ctx.db.$executeRaw`
    WITH others AS (${othersOf(ctx, shareId)})
    UPDATE "Notice" n SET "dueAt" = coalesce(
      (SELECT min(w."dueAt") FROM "Notice" w JOIN others ON others."id" = w."shareId"
        WHERE w."kind" = 'arrival' AND w."accountId" = n."accountId" AND w."tries" = 0),
      (SELECT max("notifiedAt") + ${quarter} FROM others),
      date_trunc('milliseconds', now()))
    WHERE n."shareId" = ${shareId} AND n."kind" = 'arrival'`;
}

/**
 * Of any number of calls one gets the share to tell about. Its notices come with it and lie still for a minute: long
 * enough to count them, and if the process ends before that they are sent uncounted.
 */
async function claim(ctx: AliasContext, shareId: string, receivers: readonly Receiver[]): Promise<boolean> {
  const accounts = receivers.map(({ id }) => id);
  const ids = receivers.map(() => ctx.newId());
  return ctx.db.$transaction(async (tx) => {
    const before = new Date(ctx.now.getTime() - bundleMs);
    const { count } = await tx.share.updateMany({
      where: {
        id: shareId,
        OR: [{ notifiedAt: null }, { notifiedAt: { lt: before }, albumOf: { some: {} } }],
      },
      data: { notifiedAt: ctx.now },
    });
    if (count === 0) return false;
    await tx.$executeRaw`
      INSERT INTO "Notice" ("id", "shareId", "accountId", "dueAt")
      SELECT n."id", ${shareId}, n."account", now() + interval '1 minute'
      FROM unnest(${ids}::text[], ${accounts}::text[]) AS n ("id", "account")
      ON CONFLICT DO NOTHING`;
    return true;
  });
}

/** As if nobody had called. */
async function withdraw({ db }: AliasContext, shareId: string): Promise<void> {
  await db.$transaction([
    db.notice.deleteMany({ where: { shareId, kind: 'arrival' } }),
    db.share.updateMany({ where: { id: shareId }, data: { notifiedAt: null } }),
  ]);
}
