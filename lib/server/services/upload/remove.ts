import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import { manySteps } from '@/lib/server/db/in-steps';
import { removeFileRow } from '@/lib/server/services/file/of-share';

/** Takes a file back, arrived or not. Who may is decided before; a trigger notes the bytes for removal. */
export async function removeUpload(
  ctx: Context,
  { fileId, shareId }: { fileId: string; shareId: string },
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    // The share's row first, as everybody who changes its files does: so nobody waits in a circle.
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR NO KEY UPDATE`;
    const isRemoved = await removeFileRow(tx, { fileId, shareId });
    if (!isRemoved) throw new AppError('upload.notFound');
    await audit(ctx, { event: 'upload.abort', object: { type: 'file', id: fileId }, shareId }, tx);
  }, manySteps);
}
