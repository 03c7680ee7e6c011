import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';
import { lockShareRow, removeFileRow } from '@/lib/server/services/file/file-rows';
import { refundUnarrived } from './give-back';

/** Removes a complete or unfinished file. The caller must already be authorized. */
export async function removeUpload(
  ctx: Context,
  { fileId, shareId }: { fileId: string; shareId: string },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockShareRow(tx, shareId);
    await refundUnarrived(tx, [fileId]);
    const isRemoved = await removeFileRow(tx, { fileId, shareId });
    if (!isRemoved) throw new AppError('upload.notFound');
    await audit(ctx, { event: 'upload.abort', object: { type: 'file', id: fileId }, shareId }, tx);
  }, longTransaction);
}
