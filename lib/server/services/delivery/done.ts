import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { lockManaged } from '@/lib/server/services/access/share';

/** @throws share.notFound, also for a share that came through no alias */
export async function setDone(
  ctx: UserContext,
  { shareId, value }: { shareId: string; value: boolean },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { aliasId } = await lockManaged(tx, ctx.viewer, shareId);
    if (aliasId === null) throw new AppError('share.notFound');
    const doneAt = value ? ctx.now : null;
    // Imported deliveries have no row yet.
    await tx.delivery.upsert({ where: { shareId }, create: { shareId, doneAt }, update: { doneAt } });
  });
}
