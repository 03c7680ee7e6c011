import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { insertShare, type NewShare } from '@/lib/server/services/share/create';
import { checkUploadable, type Destination } from '@/lib/server/services/upload/access';
import type { NewFile } from '@/lib/server/services/upload/begin';

/** A file of which every byte is stored for good; `sha256` is null when it has to be computed later. */
export type StoredPart = NewFile & { id: string; crc32: string; sha256: string | null };

/**
 * Makes a share together with its files: both are there or neither.
 * @throws alias.notUsable, form.tooLarge
 */
export async function keepShare(ctx: Context, share: NewShare, files: StoredPart[]): Promise<{ id: string }> {
  return ctx.db.$transaction(async (tx) => {
    await insertShare(ctx, tx, share);
    await insertFiles(ctx, tx, { shareId: share.id, files });
    return { id: share.id };
  });
}

type Addition = Destination & { files: StoredPart[] };

/**
 * Adds files to a share: all of them or none. Whoever sent them must still be allowed to.
 * @throws share.notFound, form.tooLarge
 */
export async function keepFiles(ctx: Context, { shareId, may, files }: Addition): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR UPDATE`;
    await checkUploadable(tx, { shareId, may });
    await insertFiles(ctx, tx, { shareId, files });
  });
}

/** Bytes that a share still takes. */
export async function roomIn(ctx: Context, db: Prisma.TransactionClient, shareId: string): Promise<number> {
  const share = await db.share.findUnique({ where: { id: shareId }, select: { sizeBytes: true } });
  return ctx.config.MAX_SIZE - Number(share?.sizeBytes ?? 0);
}

export const tooLarge = ({ config }: Context) =>
  new AppError('form.tooLarge', { size: formatBytes(config.MAX_SIZE) });

/** Within the lock on the share, so that what others announce meanwhile counts. */
async function insertFiles(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { shareId, files }: { shareId: string; files: StoredPart[] },
): Promise<void> {
  const sizeBytes = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (sizeBytes > (await roomIn(ctx, tx, shareId))) throw tooLarge(ctx);
  const ids = files.map(({ id }) => id);
  const { count } = await tx.removal.deleteMany({ where: { fileId: { in: ids } } });
  if (count < ids.length) throw new AppError('upload.expired');
  const times = { createdAt: ctx.now, completedAt: ctx.now };
  await tx.file.createMany({
    data: files.map((file) => ({
      ...file,
      ...times,
      shareId,
      storedBytes: file.sizeBytes,
      state: 'complete' as const,
    })),
  });
}
