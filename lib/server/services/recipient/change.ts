import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { publishState } from '@/lib/domain/publish';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { noteActivity } from '@/lib/server/services/activity/note';
import { spendLetters } from '@/lib/server/services/mail/allowance';
import { checkOwned, lockOwned } from './access';
import { putIntoOutbox } from './outbox';

type One = { shareId: string; recipientId: string };

/** Whether the share opens for its recipients alone. Visits of before end. @throws share.notFound */
export async function setOnly(ctx: UserContext, { shareId, only }: { shareId: string; only: boolean }) {
  await ctx.db.$transaction(async (tx) => {
    await lockOwned(tx, ctx.viewer, shareId);
    await tx.share.update({ where: { id: shareId }, data: { onlyRecipients: only } });
    await note(ctx, tx, shareId, { only });
  });
}

/** From now on their link leads nowhere, also for who is visiting by it. @throws share.notFound, recipient.notFound */
export async function withdrawRecipient(ctx: UserContext, { shareId, recipientId }: One): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockOwned(tx, ctx.viewer, shareId);
    const where = { id: recipientId, shareId };
    const { count } = await tx.recipient.updateMany({ where, data: { withdrawnAt: ctx.now } });
    if (count === 0) throw new AppError('recipient.notFound');
    await tx.notice.deleteMany({ where: { recipientId } });
    await tx.recipientCode.deleteMany({ where: { recipientId } });
    await note(ctx, tx, shareId, { withdrawn: recipientId });
  });
}

/** Mails the link once more, once the share is published. @throws share.notFound, recipient.notFound, mail.* */
export async function sendAgain(ctx: UserContext, { shareId, recipientId }: One): Promise<void> {
  await checkOwned(ctx, shareId);
  if (!ctx.mail) throw new AppError('mail.off');
  const where = { id: recipientId, shareId, withdrawnAt: null };
  const recipient = await ctx.db.recipient.findFirst({ where, select: { address: true } });
  if (!recipient) throw new AppError('recipient.notFound');
  await spendLetters(ctx, { kind: 'recipients', id: ctx.viewer.id }, [recipient.address]);
  await ctx.db.$transaction(async (tx) => {
    const share = await lockOwned(tx, ctx.viewer, shareId);
    const { count } = await tx.recipient.updateMany({ where, data: { sentAt: null, refusal: null } });
    if (count === 0) throw new AppError('recipient.notFound');
    const only = Prisma.sql`r."id" = ${recipientId}`;
    if (publishState(share.publication, share, ctx.now) === 'published')
      await putIntoOutbox(tx, { shareId, kind: 'recipient', only });
    await note(ctx, tx, shareId, { again: recipientId });
  });
}

async function note(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  shareId: string,
  details: Record<string, string | boolean>,
) {
  await noteActivity(ctx, tx, { shareId, kind: 'changed', details: { field: 'recipients' } });
  const object = { type: 'share', id: shareId } as const;
  await audit(ctx, { event: 'share.recipients', object, shareId, details }, tx);
}
