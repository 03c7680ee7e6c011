import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { readMailCode } from '@/lib/domain/pasted/codes';
import { codeTries, isMailCode, maskedAddress, newMailCode } from '@/lib/server/auth/mail-code';
import { issueToken } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { countTries } from '@/lib/server/limits/attempt';
import { receiverKey } from '@/lib/server/limits/counters';
import { findOpenable } from '@/lib/server/services/open/gate';

/** Lifetime of the cookie that marks a browser as the recipient's. */
const provenMs = 30 * 24 * 3_600_000;

/** @throws open.notFound unless it is a recipient's link to a recipients-only share, limit.attempts */
async function findCodeRecipient(ctx: Context, linkId: string) {
  const found = await findOpenable(ctx, linkId, { visitCookie: null });
  const needsCode = typeof found !== 'string' && found.publication.onlyRecipients;
  if (!needsCode || found.publication.recipientId === null) throw new AppError('open.notFound');
  return { shareId: found.publication.shareId, recipientId: found.publication.recipientId };
}

/**
 * Queues a mail with a code. The code is created when the mail is sent, so none is stored in the outbox and the
 * newest mail is valid.
 * @throws open.notFound, mail.off, limit.attempts
 */
export async function sendCode(ctx: Context, { linkId }: { linkId: string }): Promise<{ address: string }> {
  const { shareId, recipientId } = await findCodeRecipient(ctx, linkId);
  if (!ctx.mail) throw new AppError('mail.off');
  const { address } = await ctx.db.recipient.findUniqueOrThrow({ where: { id: recipientId } });
  await countTries(ctx, [
    { limit: 'recipientCode', of: [recipientId] },
    { limit: 'recipientCodeDay', of: [recipientId] },
    { limit: 'code', of: [receiverKey(address)] },
  ]);
  await record(ctx, { event: 'recipient.code', shareId, mail: { recipientId } }, ctx.db);
  return { address: maskedAddress(address) };
}

/** Replaces any earlier code. The plain code exists only in the mail. */
export async function createCode(ctx: Context, recipientId: string): Promise<string> {
  const { code, ...fresh } = newMailCode(ctx, recipientId);
  await ctx.db.recipientCode.upsert({
    where: { recipientId },
    create: { recipientId, ...fresh },
    update: fresh,
  });
  return code;
}

/**
 * Checks a code and returns the cookie value. Each six-digit try is counted atomically before the comparison,
 * and a code works once.
 * @throws open.notFound, open.codeNotSix, open.codeOver, open.codeWrong, limit.attempts
 */
export async function proveCode(ctx: Context, { linkId, code }: { linkId: string; code: string }) {
  const { shareId, recipientId } = await findCodeRecipient(ctx, linkId);
  const sixDigits = readMailCode(code);
  if (sixDigits === null) throw new AppError('open.codeNotSix');
  const [tried] = await ctx.db.recipientCode.updateManyAndReturn({
    where: { recipientId, expiresAt: { gt: ctx.now }, tries: { lt: codeTries } },
    data: { tries: { increment: 1 } },
    select: { hash: true },
  });
  if (!tried) throw new AppError('open.codeOver');
  if (!isMailCode(ctx, { of: recipientId, code: sixDigits, hash: tried.hash })) {
    const details = { reason: 'bad_code', link: redactedId(linkId) };
    await record(ctx, { event: 'share.open', outcome: 'refused', shareId, details });
    throw new AppError('open.codeWrong');
  }
  const { count } = await ctx.db.recipientCode.deleteMany({ where: { recipientId, hash: tried.hash } });
  if (count === 0) throw new AppError('open.codeOver');
  const until = new Date(ctx.now.getTime() + provenMs);
  const claims = { share: shareId, recipient: recipientId };
  return { proof: await issueToken('recipient', claims, until, ctx.now), validMs: provenMs };
}
