import 'server-only';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { endPayload, recordLinkEnd } from '@/lib/server/journal/link-end';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { lockManaged } from '@/lib/server/services/access/share';
import { checkPasswordGiven } from './rules';

type PublishInput = {
  shareId: string;
  reuseId: boolean;
  keepsEnd?: boolean;
  waits?: boolean;
  ifPublished?: boolean;
};

/**
 * Starts a new validity period; views keep counting. `reuseId` keeps the link, `keepsEnd` its previous end, and
 * `waits` only reserves it ahead of the files. With `ifPublished` a draft or withdrawn share stays so, and the id is "".
 * @throws share.notFound, share.passwordNeeded
 */
export const publishShare = (ctx: UserContext, input: PublishInput): Promise<{ id: string }> =>
  ctx.db.$transaction((tx) => (input.waits ? reserveWithin(ctx, tx, input) : publishWithin(ctx, tx, input)));

export async function publishWithin(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  { shareId, reuseId, keepsEnd = false, ifPublished = false }: PublishInput,
): Promise<{ id: string }> {
  const { publication, validityMs, linkEndsAt, passwordHash } = await lockManaged(tx, ctx.viewer, shareId, {
    holdsVisits: true,
  });
  if (ifPublished && !publication?.enabled) return { id: '' };
  checkPasswordGiven(ctx, passwordHash);
  const kept = reuseId ? publication : null;
  const linkId = kept?.linkId ?? ctx.newId();
  await recordLinkEnd(ctx, tx, publication);
  const period = {
    linkId,
    enabled: true,
    reservedAt: null,
    reminded: 0,
    ...(kept && keepsEnd && kept.version > 0
      ? { publishedAt: kept.publishedAt, publishUntil: kept.publishUntil }
      : { publishedAt: ctx.now, publishUntil: endAfter(ctx.now, { validityMs, linkEndsAt }) }),
  };
  await tx.publication.upsert({
    where: { shareId },
    create: { shareId, ...period },
    update: { ...period, version: { increment: 1 } },
  });
  const { publishUntil } = period;
  const published = {
    event: publication && publication.version > 0 && !reuseId ? 'share.publishAnew' : 'share.publish',
    object: { type: 'share', id: shareId },
    shareId,
    details: { link: redactedId(linkId), until: publishUntil.toISOString() },
    activity: { until: publishUntil.getTime() },
    payload: { until: publishUntil.toISOString() },
    mail: {},
  } as const;
  await record(ctx, published, tx);
  return { id: linkId };
}

/** Returns the chosen date, or if it has passed, a period as long as it was. */
function endAfter(
  now: Date,
  { validityMs, linkEndsAt }: { validityMs: bigint; linkEndsAt: Date | null },
): Date {
  return linkEndsAt && linkEndsAt > now ? linkEndsAt : new Date(now.getTime() + Number(validityMs));
}

/** Stops the link at once; `reuseId` can restore it. */
export async function unpublishShare(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { publication } = await lockManaged(tx, ctx.viewer, shareId, { mayBeBlocked: true });
    await recordLinkEnd(ctx, tx, publication);
    await tx.publication.updateMany({ where: { shareId }, data: { enabled: false, reservedAt: null } });
    const object = { type: 'share', id: shareId } as const;
    const payload = endPayload(ctx, publication, 'withdrawn');
    await record(ctx, { event: 'share.unpublish', object, shareId, activity: {}, payload }, tx);
  });
}

/**
 * Returns the share's future link, for sending while files are still uploading. It opens only once published; a
 * published share is unchanged. @throws share.notFound
 */
async function reserveWithin(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  { shareId, ifPublished = false }: PublishInput,
): Promise<{ id: string }> {
  const { publication } = await lockManaged(tx, ctx.viewer, shareId);
  if (publication?.enabled) return { id: publication.linkId };
  if (ifPublished) return { id: '' };
  const linkId = publication?.linkId ?? ctx.newId();
  const never = { version: 0, enabled: false, publishedAt: ctx.now, publishUntil: ctx.now };
  await tx.publication.upsert({
    where: { shareId },
    create: { shareId, linkId, reservedAt: ctx.now, ...never },
    update: { reservedAt: ctx.now },
  });
  return { id: linkId };
}
