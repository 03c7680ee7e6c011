import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Recipient as Shown } from '@/lib/contract/share/recipient';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { opensForRecipients } from '@/lib/domain/publish';
import type { Context, UserContext } from '@/lib/server/context';
import { Prisma, type Recipient } from '@/lib/server/db/generated/client';
import { queueNotices } from '@/lib/server/journal/notice';
import { record } from '@/lib/server/journal/record';
import type { NotSent } from '@/lib/server/mail/mailer';
import { checkOwnedShare, lockOwnedShare } from '@/lib/server/services/access/share';
import { spendLetters } from '@/lib/server/services/mail/allowance';

type ShareRecipient = { shareId: string; recipientId: string };

/** Limits the share to its recipients, or lifts that. Ends running visits. @throws share.notFound */
export async function setOnlyRecipients(
  ctx: UserContext,
  { shareId, only }: { shareId: string; only: boolean },
) {
  await ctx.db.$transaction(async (tx) => {
    await lockOwnedShare(tx, ctx.viewer, shareId);
    await tx.share.update({ where: { id: shareId }, data: { onlyRecipients: only } });
    await recordChange(ctx, tx, shareId, { only });
  });
}

/** Closes the recipient's link, also for running visits. @throws share.notFound, recipient.notFound */
export async function withdrawRecipient(
  ctx: UserContext,
  { shareId, recipientId }: ShareRecipient,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockOwnedShare(tx, ctx.viewer, shareId, { mayBeBlocked: true });
    const where = { id: recipientId, shareId };
    const { count } = await tx.recipient.updateMany({ where, data: { withdrawnAt: ctx.now } });
    if (count === 0) throw new AppError('recipient.notFound');
    await tx.notice.deleteMany({ where: { recipientId } });
    await tx.recipientCode.deleteMany({ where: { recipientId } });
    await recordChange(ctx, tx, shareId, { withdrawn: recipientId });
  });
}

/**
 * Queues the link mail again; it goes out once the share is published. @throws share.notFound,
 * recipient.notFound, mail.*
 */
export async function sendAgain(ctx: UserContext, { shareId, recipientId }: ShareRecipient): Promise<void> {
  await checkOwnedShare(ctx, shareId);
  if (!ctx.mail) throw new AppError('mail.off');
  const where = { id: recipientId, shareId, withdrawnAt: null };
  const recipient = await ctx.db.recipient.findFirst({ where, select: { address: true } });
  if (!recipient) throw new AppError('recipient.notFound');
  await spendLetters(ctx, { kind: 'recipients', id: ctx.viewer.id }, [recipient.address]);
  await ctx.db.$transaction(async (tx) => {
    const share = await lockOwnedShare(tx, ctx.viewer, shareId);
    const { count } = await tx.recipient.updateMany({ where, data: { sentAt: null, refusal: null } });
    if (count === 0) throw new AppError('recipient.notFound');
    const only = Prisma.sql`r."id" = ${recipientId}`;
    if (opensForRecipients(share.publication, share, ctx.now))
      await queueRecipientMails(tx, { shareId, kind: 'recipient', only });
    await recordChange(ctx, tx, shareId, { again: recipientId });
  });
}

async function recordChange(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  shareId: string,
  details: Record<string, string | boolean>,
) {
  const object = { type: 'share', id: shareId } as const;
  const activity = { field: 'recipients' } as const;
  await record(ctx, { event: 'share.recipients', object, shareId, details, activity }, tx);
}

/** Index: Recipient_shareId_key_key. @throws share.notFound unless the viewer owns it */
export async function listRecipients({ db, viewer }: UserContext, { shareId }: { shareId: string }) {
  const share = await db.share.findFirst({
    where: { id: shareId, ownerId: viewer.id },
    select: { onlyRecipients: true, recipients: { orderBy: { key: 'asc' } } },
  });
  if (!share) throw new AppError('share.notFound');
  return { only: share.onlyRecipients, items: share.recipients.map(recipientItem) };
}

const recipientItem = (row: Recipient): Shown => ({
  id: row.id,
  address: row.address,
  state: stateOf(row),
  refusal: row.refusal,
  opened: row.openedAt?.getTime() ?? null,
  downloads: row.downloads,
});

function stateOf({ withdrawnAt, refusal, sentAt }: Recipient): Shown['state'] {
  if (withdrawnAt) return 'withdrawn';
  if (refusal !== null) return 'refused';
  return sentAt ? 'sent' : 'waiting';
}

type OutboxRequest = { shareId: string; kind: 'recipient' | 'code'; only: Prisma.Sql };

/** Queues one mail per recipient; a mail that already waits becomes due at once. */
export async function queueRecipientMails(
  tx: Prisma.TransactionClient,
  { shareId, kind, only }: OutboxRequest,
): Promise<void> {
  const rows = Prisma.sql`
    SELECT replace(gen_random_uuid()::text, '-', ''), r."shareId", r."id", ${kind}, now() FROM "Recipient" r
    WHERE r."shareId" = ${shareId} AND r."withdrawnAt" IS NULL AND ${only}`;
  const again = Prisma.sql`
    ON CONFLICT ("recipientId", "kind") DO UPDATE SET "dueAt" = now(), "createdAt" = now(), "tries" = 0`;
  await tx.$executeRaw`
    WITH notice AS (${queueNotices(['id', 'shareId', 'recipientId', 'kind', 'dueAt'], rows, again)} RETURNING "id")
    UPDATE "Job" SET "dueAt" = now() WHERE "name" = 'send notices' AND EXISTS (SELECT 1 FROM notice)`;
}

/** Queues link mails for recipients who never got one, in the publishing transaction. */
export async function queueLinkMails({ mail }: Context, tx: Prisma.TransactionClient, shareId: string) {
  if (!mail) return;
  const only = Prisma.sql`r."sentAt" IS NULL AND r."refusal" IS NULL`;
  await queueRecipientMails(tx, { shareId, kind: 'recipient', only });
}

export async function recordSent({ db, now }: Context, recipientId: string): Promise<void> {
  await db.recipient.updateMany({ where: { id: recipientId }, data: { sentAt: now, refusal: null } });
}

/** The owner of the share reads the refusal. */
export async function recordRefusal(
  { db }: Context,
  recipientId: string,
  { refusal }: NotSent,
): Promise<void> {
  const data = { refusal: oneLine(refusal ?? '').slice(0, 500) };
  await db.recipient.updateMany({ where: { id: recipientId, sentAt: null }, data });
}
