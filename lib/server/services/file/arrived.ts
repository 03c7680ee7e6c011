import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { countUpload } from '@/lib/server/metrics';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { makeSoon } from '@/lib/server/services/thumbnail/make';
import type { StoredFile } from './stored-file';

/** A file of which every byte is stored; without `sha256` it has to be read once more. */
type ArrivedFile = Pick<StoredFile, 'id' | 'name' | 'mimeType' | 'sizeBytes' | 'sha256'>;

/** Sees to all that a file is due once its row says that it is complete, whichever way it came. */
export function noteArrived(ctx: Context, files: ArrivedFile[]): void {
  for (const file of files) {
    countUpload(file.sizeBytes);
    makeSoon(ctx, file);
  }
  if (files.some(({ sha256 }) => sha256 === null)) runJobSoon(ctx, 'hash files');
}

type NewRow = Omit<Prisma.FileCreateManyInput, 'state' | 'storedBytes' | 'completedAt'> & { createdAt: Date };

/**
 * Makes rows of files whose bytes came before them, with a removal noted for the case that no row would follow.
 * @throws upload.expired when the bytes of one are removed by now
 */
export async function insertArrived(tx: Prisma.TransactionClient, rows: NewRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const { count } = await tx.removal.deleteMany({ where: { fileId: { in: ids } } });
  if (count < ids.length) throw new AppError('upload.expired');
  await tx.file.createMany({
    data: rows.map((row) => ({
      ...row,
      state: 'complete',
      storedBytes: row.sizeBytes,
      completedAt: row.createdAt,
    })),
  });
}
