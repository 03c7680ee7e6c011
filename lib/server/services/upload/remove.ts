import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { lockShareRow, whereArrived } from '@/lib/server/db/file-rows';
import type { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { refundAlias } from '@/lib/server/limits/alias';
import { removeFileRow } from '@/lib/server/services/file/remove';

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
    await record(ctx, { event: 'upload.abort', object: { type: 'file', id: fileId }, shareId }, tx);
  }, longTransaction);
}

/**
 * Of a file that came with a sender's secret; without one, whoever knows its address may be the sender.
 * @throws upload.notFound for another one
 */
export async function checkSentBy(
  db: Prisma.TransactionClient,
  { fileId, addedBy }: { fileId: string; addedBy: string | null },
): Promise<void> {
  const file = await db.file.findUnique({ where: { id: fileId }, select: { addedBy: true } });
  if (!file || (file.addedBy !== null && file.addedBy !== addedBy)) throw new AppError('upload.notFound');
}

/** Refunds the alias' limits for unfinished files that are about to be deleted. */
export async function refundUnarrived(tx: Prisma.TransactionClient, fileIds: string[]): Promise<void> {
  const files = await tx.file.findMany({
    where: { id: { in: fileIds }, NOT: whereArrived, share: { aliasId: { not: null } } },
    select: {
      sizeBytes: true,
      createdAt: true,
      share: { select: { aliasId: true } },
      upload: { select: { offsetBytes: true } },
    },
  });
  for (const { sizeBytes, createdAt, share, upload } of files) {
    const arrivedBytes = Number(upload?.offsetBytes ?? 0);
    await refundAlias(tx, { ...share, sizeBytes: Number(sizeBytes), arrivedBytes, createdAt });
  }
}
