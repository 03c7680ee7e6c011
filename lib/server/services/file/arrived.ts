import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { countUpload } from '@/lib/server/metrics';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { makeSoon } from '@/lib/server/services/thumbnail/make';
import type { StoredFile } from './stored-file';

type ArrivedFile = Pick<StoredFile, 'id' | 'name' | 'mimeType' | 'sizeBytes' | 'sha256'>;

/** Counts complete files and starts their thumbnails and hashing. Every way of uploading calls it. */
export function handleArrived(ctx: Context, files: ArrivedFile[]): void {
  for (const file of files) {
    countUpload(file.sizeBytes);
    makeSoon(ctx, file);
  }
  if (files.some(({ sha256 }) => sha256 === null)) runJobSoon(ctx, 'hash files');
}

type ArrivedFileRow = Omit<Prisma.FileCreateManyInput, 'state' | 'storedBytes' | 'completedAt'> & {
  createdAt: Date;
};

/**
 * Inserts rows for stored bytes and cancels their scheduled removal.
 * @throws upload.expired when some bytes were removed already
 */
export async function insertArrived(tx: Prisma.TransactionClient, rows: ArrivedFileRow[]): Promise<void> {
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
