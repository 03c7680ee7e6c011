import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';
import { lockManaged } from '@/lib/server/services/access/share';
import { noteActivity } from '@/lib/server/services/activity/note';
import { emptyShares, removeFileRow } from '@/lib/server/services/file/remove';

/**
 * Removes the rows at once; a trigger records the bytes in "Removal", which `removeBytes` deletes, also after a
 * crash.
 */
export async function removeShare(ctx: UserContext, { shareId }: { shareId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockManaged(tx, ctx.viewer, shareId);
    await emptyShares(tx, [shareId]);
    await tx.share.delete({ where: { id: shareId } });
    await audit(ctx, { event: 'share.remove', object: { type: 'share', id: shareId }, shareId }, tx);
  }, longTransaction);
}

/** @throws file.notFound also if it belongs to another share */
export async function removeFile(
  ctx: UserContext,
  { shareId, fileId }: { shareId: string; fileId: string },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockManaged(tx, ctx.viewer, shareId);
    const isRemoved = await removeFileRow(tx, { fileId, shareId });
    if (!isRemoved) throw new AppError('file.notFound');
    await noteActivity(ctx, tx, { shareId, kind: 'changed', details: { field: 'files' } });
    await audit(ctx, { event: 'file.remove', object: { type: 'file', id: fileId }, shareId }, tx);
  }, longTransaction);
}
