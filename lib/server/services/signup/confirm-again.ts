import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { issueToken, openToken } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import { record } from '@/lib/server/journal/record';
import { countTries } from '@/lib/server/limits/attempt';
import { receiverKey } from '@/lib/server/limits/counters';
import { createCode } from '@/lib/server/services/account-code/code';

const challengeMs = 5 * 60_000;

/** Returns the refusal of a right password, with the challenge that `confirmAgain` takes. */
export async function unconfirmed({ now }: Context, { id }: { id: string }): Promise<AppError> {
  const challenge = await issueToken('unconfirmed', { id }, new Date(now.getTime() + challengeMs), now);
  return new AppError('auth.unconfirmed', {}, { answer: { challenge } });
}

/** Mails the link of a new account again. @throws auth.challengeOver, mail.off, limit.attempts */
export async function confirmAgain(ctx: Context, { challenge }: { challenge: string }): Promise<void> {
  const claims = await openToken('unconfirmed', challenge, ctx.now);
  const where = { id: String(claims?.id), state: 'Pending', deletingAt: null } as const;
  const account = claims && (await ctx.db.account.findFirst({ where }));
  if (!account?.email) throw new AppError('auth.challengeOver');
  if (!ctx.mail) throw new AppError('mail.off');
  await countTries(ctx, [
    { limit: 'confirmAgain', of: [account.id] },
    { limit: 'confirmMail', of: [receiverKey(account.email)] },
  ]);
  const { id: accountId, email: address } = account;
  await createCode(ctx, ctx.db, { accountId, kind: 'email', address });
  await record(ctx, { event: 'account.askAgain', mail: { accountId } }, ctx.db);
}
