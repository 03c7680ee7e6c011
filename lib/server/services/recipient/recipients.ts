import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Recipient as Shown } from '@/lib/contract/share/recipient';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import { opensForRecipients } from '@/lib/domain/publish';
import { readUserAgent } from '@/lib/domain/user-agent';
import type { Context, UserContext } from '@/lib/server/context';
import type { Prisma, PrismaClient, Recipient } from '@/lib/server/db/generated/client';
import type { MailTo } from '@/lib/server/journal/mail';
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
    const isOpen = opensForRecipients(share.publication, share, ctx.now);
    await recordChange(ctx, tx, shareId, { again: recipientId }, isOpen ? { recipientId } : null);
  });
}

async function recordChange(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  shareId: string,
  details: Record<string, string | boolean>,
  mail: MailTo | null = null,
) {
  const object = { type: 'share', id: shareId } as const;
  const activity = { field: 'recipients' } as const;
  await record(ctx, { event: 'share.recipients', object, shareId, details, activity, mail }, tx);
}

type Had = { id: string; userAgent: string | null; downloadedAt: Date | null; hasAll: boolean | null };

/**
 * Reads first visits and downloads, as far as they aren't forgotten. Archives are as long as what is in them.
 * Indexes: Visit_shareId_startedAt_idx, Download_shareId_address_startedAt_idx.
 */
async function readHad(db: PrismaClient, shareId: string, recipients: readonly Recipient[]) {
  if (!recipients.some(({ openedAt, downloads }) => openedAt !== null || downloads > 0))
    return new Map<string, Had>();
  const rows = await db.$queryRaw<Had[]>`
    SELECT coalesce(v."recipientId", d."recipientId") AS "id", v."userAgent", d."downloadedAt", d."hasAll" FROM (
      SELECT DISTINCT ON ("recipientId") "recipientId", "userAgent" FROM "Visit"
      WHERE "shareId" = ${shareId} AND "recipientId" IS NOT NULL ORDER BY "recipientId", "startedAt") v
    FULL JOIN (
      SELECT d."recipientId", max(d."endedAt") AS "downloadedAt",
        bool_or(d."kind" = 'zip' AND d."complete" AND d."sentBytes" >= s."sizeBytes")
          OR count(DISTINCT d."fileId") FILTER (WHERE d."complete") >= s."fileCount" AS "hasAll"
      FROM "Download" d JOIN "Share" s ON s."id" = d."shareId"
      WHERE d."shareId" = ${shareId} AND d."recipientId" IS NOT NULL AND NOT d."isShown"
      GROUP BY d."recipientId", s."id") d ON d."recipientId" = v."recipientId"`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** Index: Recipient_shareId_key_key. @throws share.notFound unless the viewer owns it */
export async function listRecipients({ db, viewer }: UserContext, { shareId }: { shareId: string }) {
  const share = await db.share.findFirst({
    where: { id: shareId, ownerId: viewer.id },
    select: { onlyRecipients: true, recipients: { orderBy: { key: 'asc' } } },
  });
  if (!share) throw new AppError('share.notFound');
  const { onlyRecipients: only, recipients } = share;
  const had = await readHad(db, shareId, recipients);
  return { only, items: recipients.map((row) => recipientItem(row, had.get(row.id))) };
}

const recipientItem = (row: Recipient, had: Had | undefined): Shown => ({
  id: row.id,
  address: row.address,
  state: stateOf(row),
  refusal: row.refusal,
  opened: row.openedAt?.getTime() ?? null,
  system: readUserAgent(had?.userAgent ?? null).system,
  downloads: row.downloads,
  downloaded: had?.downloadedAt?.getTime() ?? null,
  hasAll: had?.hasAll ?? false,
});

function stateOf({ withdrawnAt, refusal, sentAt }: Recipient): Shown['state'] {
  if (withdrawnAt) return 'withdrawn';
  if (refusal !== null) return 'refused';
  return sentAt ? 'sent' : 'waiting';
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
