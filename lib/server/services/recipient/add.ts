import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { maxShareRecipients, readRecipients } from '@/lib/domain/mail/recipients';
import { publishState } from '@/lib/domain/publish';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import type { Prisma, Recipient } from '@/lib/server/db/generated/client';
import { noteActivity } from '@/lib/server/services/activity/note';
import { refundLetters, spendLetters } from '@/lib/server/services/mail/allowance';
import { checkedAddresses } from '@/lib/server/services/mail/checked-addresses';
import { envelopeFor, findSender } from '@/lib/server/services/mail/sender';
import { checkOwned, lockOwned } from './access';
import { mailLinks } from './outbox';

type Input = {
  shareId: string;
  to: readonly string[];
  message?: string | null | undefined;
  only?: boolean | undefined;
  /** What the browser asks for, best first. */
  languages: readonly string[];
};

/**
 * Adds those who aren't recipients yet, each with a link of their own, and mails it as soon as the share is published.
 * A withdrawn recipient gets a new link; the old one never works again.
 * @throws share.notFound, mail.off, mail.noSender, mail.noRecipients, mail.badRecipients, mail.tooManyRecipients,
 * mail.limitReached, mail.receiverLimit
 */
export async function addRecipients(
  ctx: UserContext,
  input: Input,
): Promise<{ added: number; known: number }> {
  const { shareId, to, message, only, languages } = input;
  await checkOwned(ctx, shareId);
  if (!ctx.mail) throw new AppError('mail.off');
  const addresses = checkedAddresses(readRecipients(to), maxShareRecipients);
  const sender = await findSender(ctx, languages);
  envelopeFor(ctx, sender);
  const spender = { kind: 'recipients', id: ctx.viewer.id } as const;
  await spendLetters(ctx, spender, addresses);
  let added: string[] = [];
  try {
    added = await ctx.db.$transaction(async (tx) => {
      const share = await lockOwned(tx, ctx.viewer, shareId);
      const there = await tx.recipient.findMany({ where: { shareId } });
      const news = newAmong(addresses, there);
      const text = message?.trim() || null;
      await write(ctx, tx, { shareId, news, there, message: text, language: sender.language });
      if (only !== undefined)
        await tx.share.update({ where: { id: shareId }, data: { onlyRecipients: only } });
      if (publishState(share.publication, share, ctx.now) === 'published') await mailLinks(ctx, tx, shareId);
      await note(ctx, tx, { shareId, news });
      return news;
    });
  } finally {
    await refundLetters(
      ctx,
      spender,
      addresses.filter((address) => !added.includes(address)),
    );
  }
  return { added: added.length, known: addresses.length - added.length };
}

const keyOf = (address: string) => address.toLowerCase();

/** @throws mail.tooManyRecipients when they would be too many together */
function newAmong(addresses: readonly string[], there: readonly Recipient[]): string[] {
  const known = new Set(there.filter(({ withdrawnAt }) => !withdrawnAt).map(({ key }) => key));
  const news = addresses.filter((address) => !known.has(keyOf(address)));
  const count = known.size + news.length;
  if (count > maxShareRecipients)
    throw new AppError('mail.tooManyRecipients', { max: maxShareRecipients, count });
  return news;
}

type Written = {
  shareId: string;
  news: readonly string[];
  there: readonly Recipient[];
  message: string | null;
  language: string;
};

async function write(ctx: UserContext, tx: Prisma.TransactionClient, written: Written) {
  const { shareId, news, there, message, language } = written;
  const earlier = new Map(there.map(({ key, id }) => [key, id]));
  const fresh = (address: string) => ({
    address,
    linkId: ctx.newId(),
    message,
    language,
    createdAt: ctx.now,
  });
  const isNew = (address: string) => !earlier.has(keyOf(address));
  for (const address of news.filter((each) => !isNew(each))) {
    const again = { withdrawnAt: null, sentAt: null, refusal: null };
    const where = { id: earlier.get(keyOf(address)) ?? '' };
    await tx.recipient.update({ where, data: { ...fresh(address), ...again } });
  }
  await tx.recipient.createMany({
    data: news.filter(isNew).map((address) => ({
      id: ctx.newId(),
      shareId,
      key: keyOf(address),
      ...fresh(address),
    })),
  });
}

async function note(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  { shareId, news }: { shareId: string; news: string[] },
) {
  if (news.length > 0) await noteActivity(ctx, tx, { shareId, kind: 'mailed', details: { to: news } });
  const object = { type: 'share', id: shareId } as const;
  await audit(ctx, { event: 'share.recipients', object, shareId, details: { added: news.length } }, tx);
}
