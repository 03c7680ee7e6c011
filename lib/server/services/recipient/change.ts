import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { publishState } from '@/lib/domain/publish';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { checkOwnedShare, lockOwnedShare } from '@/lib/server/services/access/share';
import { noteActivity } from '@/lib/server/services/activity/note';
import { spendLetters } from '@/lib/server/services/mail/allowance';
import { queueRecipientMails } from './outbox';

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
    await lockOwnedShare(tx, ctx.viewer, shareId);
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
    if (publishState(share.publication, share, ctx.now) === 'published')
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
  await noteActivity(ctx, tx, { shareId, kind: 'changed', details: { field: 'recipients' } });
  const object = { type: 'share', id: shareId } as const;
  await audit(ctx, { event: 'share.recipients', object, shareId, details }, tx);
}
