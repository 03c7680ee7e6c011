import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { countMany } from '@/lib/server/limits/attempt';
import { receiverKey } from '@/lib/server/limits/counters';
import { shortList, spendMails } from '@/lib/server/services/mail/allowance';

type Addressed = { address: string };

/**
 * Counts a mail for each. A request that is withdrawn or deleted stays counted.
 * @returns the addresses whose mailboxes have had enough of them today
 */
export async function countAsks(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  people: readonly Addressed[],
): Promise<string[]> {
  const of = people.map(({ address }) => receiverKey(address));
  const beyond = await countMany(ctx, tx, { limit: 'ask', of });
  return people.map(({ address }) => address).filter((address) => beyond.has(receiverKey(address)));
}

/** @throws mail.limitReached for the mails of an account in a day */
export async function spendAsks(ctx: UserContext, count: number): Promise<void> {
  if (ctx.mail && ctx.config.RATE_LIMITS)
    await spendMails(ctx, { kind: 'requests', id: ctx.viewer.id }, count);
}

/** For a round that a person begins anew. @throws round.overasked naming the mailboxes, mail.limitReached */
export async function spendAsksAgain(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  roundId: string,
): Promise<void> {
  const people = await tx.fileRequest.findMany({ where: { roundId }, select: { address: true } });
  const beyond = await countAsks(ctx, tx, people);
  if (beyond.length > 0) throw new AppError('round.overasked', { list: shortList(beyond) });
  await spendAsks(ctx, people.length);
}
