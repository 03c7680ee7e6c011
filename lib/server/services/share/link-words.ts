import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context, UserContext } from '@/lib/server/context';
import { isDuplicateKey } from '@/lib/server/db/errors';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { countChosenId } from '@/lib/server/limits/attempt';
import { lockManaged } from '@/lib/server/services/access/share';
import { checkTextChange } from '@/lib/server/services/changed';
import { checkWords } from './rules';

/** Reserves words for a link before the share is published. */
export const reservedPublication = ({ now }: Context, words: string) => ({
  linkId: words,
  isWords: true,
  version: 0,
  enabled: false,
  publishedAt: now,
  publishUntil: now,
});

const repeatMs = 3_600_000;

type RepeatedShare = { ownerId: string; name: string | null; description: string | null };

/**
 * Frees the words of an equal share that was created a moment ago and stayed empty: the answer to its creation was
 * lost, and the person tries again.
 */
export async function freeRepeatedWords(
  tx: Prisma.TransactionClient,
  { words, now, ...equal }: RepeatedShare & { words: string; now: Date },
): Promise<void> {
  const createdAt = { gt: new Date(now.getTime() - repeatMs) };
  const share = { ...equal, fileCount: 0, createdAt };
  await tx.publication.deleteMany({
    where: { linkId: words, isWords: true, version: 0, reservedAt: null, share },
  });
}

/** `was`: the words that the caller last read. */
type LinkWordsChange = {
  shareId: string;
  words: string;
  mayBeGuessed?: boolean | undefined;
  was?: string | null | undefined;
};

/**
 * Replaces the link by words; the previous link and its visits end. Words of any earlier link stay taken, by
 * the trigger of Publication.
 * @throws share.notFound, share.linkTaken, share.linkGuessable, limit.attempts, request.changed
 */
export async function setLinkWords(
  ctx: UserContext,
  { shareId, words, mayBeGuessed = false, was }: LinkWordsChange,
) {
  await countChosenId(ctx);
  try {
    await ctx.db.$transaction(async (tx) => {
      const { publication, passwordHash } = await lockManaged(tx, ctx.viewer, shareId, { holdsVisits: true });
      checkTextChange('link', { change: words, was, now: wordsIn(publication) });
      checkWords(words, { isLocked: passwordHash !== null, mayBeGuessed });
      if (publication?.linkId === words) return;
      if (publication) await replaceLink(tx, publication, { linkId: words, isWords: true });
      else await tx.publication.create({ data: { shareId, ...reservedPublication(ctx, words) } });
      await recordLinkChange(ctx, tx, { shareId, linkId: words, until: openUntil(publication) });
    });
    return { id: words };
  } catch (error) {
    throw isDuplicateKey(error) ? new AppError('share.linkTaken') : error;
  }
}

/**
 * Replaces words by a random link, or removes the reservation if the share was never published. @throws
 * share.notFound
 */
export async function clearLinkWords(
  ctx: UserContext,
  { shareId, was }: { shareId: string; was?: string | null | undefined },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { publication } = await lockManaged(tx, ctx.viewer, shareId, { holdsVisits: true });
    checkTextChange('link', { change: null, was, now: wordsIn(publication) });
    if (!publication?.isWords) return;
    const linkId = ctx.newId();
    if (publication.version === 0 && !publication.reservedAt)
      await tx.publication.delete({ where: { shareId } });
    else await replaceLink(tx, publication, { linkId, isWords: false });
    await recordLinkChange(ctx, tx, { shareId, linkId, until: openUntil(publication) });
  });
}

const wordsIn = (publication: { isWords: boolean; linkId: string } | null) =>
  publication?.isWords ? publication.linkId : null;

/** `until`: the end of a link that is open. */
type LinkChange = { shareId: string; linkId: string; until: Date | null };

const replaceLink = (
  tx: Prisma.TransactionClient,
  { shareId, version }: { shareId: string; version: number },
  link: { linkId: string; isWords: boolean },
) =>
  tx.publication.update({
    where: { shareId },
    data: { ...link, version: version === 0 ? 0 : version + 1 },
  });

const openUntil = (link: { enabled: boolean; publishUntil: Date } | null) =>
  link?.enabled ? link.publishUntil : null;

async function recordLinkChange(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  { shareId, linkId, until }: LinkChange,
) {
  const object = { type: 'share', id: shareId } as const;
  const details = { link: redactedId(linkId) };
  const heard = until ? { activity: {}, payload: { until: until.toISOString() } } : { payload: null };
  await record(ctx, { event: 'share.link', object, shareId, details, ...heard }, tx);
}
