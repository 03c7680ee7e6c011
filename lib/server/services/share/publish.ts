import 'server-only';
import { audit, redactedId } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { noteActivity, noteEnd } from '@/lib/server/services/activity/note';
import { lockManaged } from './access';
import { checkPasswordGiven } from './rules';

type PublishInput = { shareId: string; reuseId: boolean };

/**
 * Starts a new validity period, also for a share that is published already. `reuseId` keeps the link people have.
 * Views go on counting where they were: a share that is used up stays so until its limit grows.
 * @throws share.notFound, share.passwordNeeded
 */
export async function publishShare(
  ctx: UserContext,
  { shareId, reuseId }: PublishInput,
): Promise<{ id: string }> {
  return ctx.db.$transaction(async (tx) => {
    const { publication, validityMs, passwordHash } = await lockManaged(tx, ctx.viewer, shareId, {
      holdsVisits: true,
    });
    checkPasswordGiven(ctx, passwordHash);
    const linkId = reuseId && publication ? publication.linkId : ctx.newId();
    await noteEnd(ctx, tx, publication);
    const period = {
      linkId,
      enabled: true,
      reminded: 0,
      publishedAt: ctx.now,
      publishUntil: new Date(ctx.now.getTime() + Number(validityMs)),
    };
    await tx.publication.upsert({
      where: { shareId },
      create: { shareId, ...period },
      update: { ...period, version: { increment: 1 } },
    });
    const kind = publication && !reuseId ? 'newLink' : 'published';
    await noteActivity(ctx, tx, { shareId, kind, details: { until: period.publishUntil.getTime() } });
    const details = { link: redactedId(linkId), until: period.publishUntil.toISOString() };
    await audit(
      ctx,
      { event: 'share.publish', object: { type: 'share', id: shareId }, shareId, details },
      tx,
    );
    return { id: linkId };
  });
}

/** The link stops at once; its id is kept for a later `reuseId`. */
export async function unpublishShare(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { publication } = await lockManaged(tx, ctx.viewer, shareId);
    await noteEnd(ctx, tx, publication);
    await tx.publication.updateMany({ where: { shareId }, data: { enabled: false } });
    await noteActivity(ctx, tx, { shareId, kind: 'unpublished' });
    await audit(ctx, { event: 'share.unpublish', object: { type: 'share', id: shareId }, shareId }, tx);
  });
}
