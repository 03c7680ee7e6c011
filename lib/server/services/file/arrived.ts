import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { countUpload } from '@/lib/server/metrics';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { firstScan, scanScope, scansArrivals } from '@/lib/server/services/scan/scope';
import { makeSoon } from '@/lib/server/services/thumbnail/make';
import type { StoredFile } from './stored-file';

type ArrivedFile = Pick<StoredFile, 'id' | 'name' | 'mimeType' | 'sizeBytes' | 'sha256'>;

/** Counts complete files and starts their scan, thumbnails and hashing. Every way of uploading calls it. */
export function handleArrived(ctx: Context, files: ArrivedFile[]): void {
  for (const file of files) {
    countUpload(file.sizeBytes);
    if (!scansArrivals(ctx)) makeSoon(ctx, file); // else after the scan
  }
  if (scanScope(ctx.config) && files.length > 0) runJobSoon(ctx, 'scan files');
  if (files.some(({ sha256 }) => sha256 === null)) runJobSoon(ctx, 'hash files');
}

type ArrivedFileRow = Omit<
  Prisma.FileCreateManyInput,
  'state' | 'storedBytes' | 'completedAt' | 'scan' | 'scanNote' | 'scannedAt'
> & {
  createdAt: Date;
};

/**
 * Inserts rows for stored bytes and cancels their scheduled removal.
 * @throws upload.expired when some bytes were removed already
 */
export async function insertArrived(
  { config }: Pick<Context, 'config'>,
  tx: Prisma.TransactionClient,
  rows: ArrivedFileRow[],
): Promise<void> {
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
  const scope = scanScope(config);
  if (scope === null) return;
  await tx.$executeRaw`
    UPDATE "File" f SET "scan" = ${firstScan(Prisma.sql`${scope}::text`)} WHERE f."id" = ANY (${ids}::text[])`;
}
