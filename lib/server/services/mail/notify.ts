import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { AliasContext } from '@/lib/server/context';
import { spendMails } from './allowance';
import { type Receiver, receiversOf } from './receivers';

/**
 * Has owner and members told that a share came through their alias, once for each share: repeated calls and calls at
 * the same moment change nothing. `sendNotices` sends the mails, whatever becomes of this process. Whoever calls learns
 * neither how many there are nor who.
 * @throws share.notFound, mail.off, mail.noReceivers, mail.limitReached
 */
export async function notifyReceivers(ctx: AliasContext, { shareId }: { shareId: string }): Promise<void> {
  const { alias, db } = ctx;
  const count = await db.share.count({ where: { id: shareId, aliasId: alias.id } });
  if (count === 0) throw new AppError('share.notFound');
  if (!ctx.mail) throw new AppError('mail.off');
  const receivers = await receiversOf(ctx, { ownerId: alias.ownerId, aliasId: alias.id });
  if (receivers.length === 0) throw new AppError('mail.noReceivers');

  if (!(await claim(ctx, shareId, receivers))) return;
  try {
    await spendMails(ctx, { kind: 'alias', id: alias.id }, receivers.length);
  } catch (error) {
    await withdraw(ctx, shareId);
    throw error;
  }
  // Stored in milliseconds, now() is rounded up as often as down, and would be still to come for who looks at once.
  await db.$executeRaw`
    UPDATE "Notice" SET "dueAt" = date_trunc('milliseconds', now())
    WHERE "shareId" = ${shareId} AND "kind" = 'arrival'`;
}

/**
 * Of any number of calls one gets the share to tell about. Its notices come with it and lie still for a minute: long
 * enough to count them, and if the process ends before that they are sent uncounted.
 */
async function claim(ctx: AliasContext, shareId: string, receivers: readonly Receiver[]): Promise<boolean> {
  const accounts = receivers.map(({ id }) => id);
  const ids = receivers.map(() => ctx.newId());
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.share.updateMany({
      where: { id: shareId, notifiedAt: null },
      data: { notifiedAt: ctx.now },
    });
    if (count === 0) return false;
    await tx.$executeRaw`
      INSERT INTO "Notice" ("id", "shareId", "accountId", "dueAt")
      SELECT n."id", ${shareId}, n."account", now() + interval '1 minute'
      FROM unnest(${ids}::text[], ${accounts}::text[]) AS n ("id", "account")`;
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
