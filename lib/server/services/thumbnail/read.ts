import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { thumbnailKind } from '@/lib/domain/file/file-type';
import type { Context } from '@/lib/server/context';
import type { ByteRange } from '@/lib/server/storage/port';
import { makeNow, maxTries, type ThumbnailSource } from './make';

/** Pause after a failed attempt, as the machine may have been overloaded. */
const retryMs = 10 * 60_000;

export type Thumbnail = { id: string; sizeBytes: number };

type ThumbnailQuery = {
  isLarge: boolean;
  patienceMs: number;
};

/**
 * Returns a thumbnail, making it first if needed. The caller must already be authorized.
 * @throws file.noThumbnail, file.thumbnailLater
 */
export async function thumbnailOf(
  ctx: Context,
  file: ThumbnailSource,
  { isLarge, patienceMs }: ThumbnailQuery,
): Promise<Thumbnail> {
  if (!ctx.config.THUMBNAILS || !thumbnailKind(file)) throw new AppError('file.noThumbnail');
  const kept = await findThumbnail(ctx, file.id, isLarge);
  if (kept) return kept;
  const patience = AbortSignal.timeout(patienceMs);
  await Promise.race([
    makeNow(ctx, file),
    new Promise((resolve) => patience.addEventListener('abort', resolve, { once: true })),
  ]);
  const made = await findThumbnail(ctx, file.id, isLarge);
  if (!made) throw new AppError('file.thumbnailLater');
  return made;
}

/** @throws file.noThumbnail if none can be made */
async function findThumbnail(
  { db, config, now }: Context,
  fileId: string,
  isLarge: boolean,
): Promise<Thumbnail | null> {
  const row = await db.thumbnail.findUnique({ where: { fileId } });
  if (!row || row.keptIn !== config.STORAGE) return null;
  const [id, sizeBytes] = isLarge ? [row.largeId, row.largeBytes] : [row.smallId, row.smallBytes];
  if (id !== null && sizeBytes !== null) return { id, sizeBytes };
  const isOver = row.tries >= maxTries || now.getTime() < row.madeAt.getTime() + retryMs;
  if (isOver) throw new AppError('file.noThumbnail');
  return null;
}

/** Removes the row of unreadable bytes, so that they are made again. */
export async function* readThumbnail(
  { db, storage }: Context,
  { id }: Thumbnail,
  range: ByteRange,
): AsyncGenerator<Buffer> {
  try {
    yield* storage.read(id, range);
  } catch (error) {
    await db.thumbnail.deleteMany({ where: { OR: [{ smallId: id }, { largeId: id }] } });
    throw error;
  }
}
