import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { maxShareRecipients, readRecipients } from '@/lib/domain/mail/recipients';
import { opensForRecipients } from '@/lib/domain/publish';
import type { UserContext } from '@/lib/server/context';
import type { Prisma, Recipient } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { checkOwnedShare, lockOwnedShare } from '@/lib/server/services/access/share';
import { checkedAddresses, refundLetters, spendLetters } from '@/lib/server/services/mail/allowance';
import { envelopeFor, findSender } from '@/lib/server/services/mail/sender';

type NewRecipients = {
  shareId: string;
  to: readonly string[];
  /** Null for what the share says of itself. */
  subject?: string | null | undefined;
  message?: string | null | undefined;
  only?: boolean | undefined;
  /** From the browser, preferred first. */
  languages: readonly string[];
};

/**
 * Adds new recipients, each with an own link that is mailed once the share is published. A withdrawn recipient
 * gets a new link.
 * @throws share.notFound, mail.off, mail.noSender, mail.noRecipients, mail.badRecipients,
 * mail.tooManyRecipients, mail.limitReached, mail.receiverLimit
 */
export async function addRecipients(
  ctx: UserContext,
  input: NewRecipients,
): Promise<{ added: number; known: number }> {
  const { shareId, to, subject, message, only, languages } = input;
  await checkOwnedShare(ctx, shareId);
  if (!ctx.mail) throw new AppError('mail.off');
  const addresses = checkedAddresses(readRecipients(to), maxShareRecipients);
  const sender = await findSender(ctx, languages);
  envelopeFor(ctx, sender);
  const spender = { kind: 'recipients', id: ctx.viewer.id } as const;
  await spendLetters(ctx, spender, addresses);
  let added: string[] = [];
  try {
    added = await ctx.db.$transaction(async (tx) => {
      const share = await lockOwnedShare(tx, ctx.viewer, shareId);
      const existing = await tx.recipient.findMany({ where: { shareId } });
      const newAddresses = addressesToAdd(addresses, existing);
      const words = { subject: subject?.trim() || null, message: message?.trim() ?? null };
      await saveRecipients(ctx, tx, {
        shareId,
        newAddresses,
        existing,
        ...words,
        language: sender.language,
      });
      if (only !== undefined)
        await tx.share.update({ where: { id: shareId }, data: { onlyRecipients: only } });
      const isOpen = opensForRecipients(share.publication, share, ctx.now);
      await recordAdded(ctx, tx, { shareId, newAddresses, isOpen });
      return newAddresses;
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

const recipientKey = (address: string) => address.toLowerCase();

/** @throws mail.tooManyRecipients if old and new ones exceed the limit */
function addressesToAdd(addresses: readonly string[], existing: readonly Recipient[]): string[] {
  const known = new Set(existing.filter(({ withdrawnAt }) => !withdrawnAt).map(({ key }) => key));
  const newAddresses = addresses.filter((address) => !known.has(recipientKey(address)));
  const count = known.size + newAddresses.length;
  if (count > maxShareRecipients)
    throw new AppError('mail.tooManyRecipients', { max: maxShareRecipients, count });
  return newAddresses;
}

type RecipientRows = {
  shareId: string;
  newAddresses: readonly string[];
  existing: readonly Recipient[];
  subject: string | null;
  message: string | null;
  language: string;
};

async function saveRecipients(ctx: UserContext, tx: Prisma.TransactionClient, written: RecipientRows) {
  const { shareId, newAddresses, existing, subject, message, language } = written;
  const earlier = new Map(existing.map(({ key, id }) => [key, id]));
  const fresh = (address: string) => ({
    address,
    linkId: ctx.newId(),
    subject,
    message,
    language,
    createdAt: ctx.now,
  });
  const isNew = (address: string) => !earlier.has(recipientKey(address));
  for (const address of newAddresses.filter((each) => !isNew(each))) {
    const again = { withdrawnAt: null, sentAt: null, refusal: null };
    const where = { id: earlier.get(recipientKey(address)) ?? '' };
    await tx.recipient.update({ where, data: { ...fresh(address), ...again } });
  }
  await tx.recipient.createMany({
    data: newAddresses.filter(isNew).map((address) => ({
      id: ctx.newId(),
      shareId,
      key: recipientKey(address),
      ...fresh(address),
    })),
  });
}

async function recordAdded(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  { shareId, newAddresses, isOpen }: { shareId: string; newAddresses: string[]; isOpen: boolean },
) {
  const mail = isOpen ? {} : null;
  const object = { type: 'share', id: shareId } as const;
  const details = { added: newAddresses.length };
  const activity = newAddresses.length > 0 ? { to: newAddresses } : null;
  await record(ctx, { event: 'share.addRecipients', object, shareId, details, activity, mail }, tx);
}
