import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { formatBytes } from '@/lib/domain/units';
import type { Context } from '@/lib/server/context';

const select = {
  id: true,
  path: true,
  name: true,
  sizeBytes: true,
  crc32: true,
  createdAt: true,
  completedAt: true,
} as const;

/** A complete file, as much of it as an archive tells. */
export type SelectedFile = {
  id: string;
  path: string;
  name: string;
  sizeBytes: number;
  /** 8 hex digits; null for a file from before they were computed on arrival. */
  crc32: string | null;
  storedAt: Date;
};

/** Files to be packed together; `name` is what the archive is called, without its ending. */
export type Selection = { name: string; files: SelectedFile[] };

/**
 * The complete files of a share that are asked for, all of them when none is, in the order of the share's list. Who
 * may is decided before. What is unknown or still arriving is left out.
 * @throws zip.off, zip.tooLarge
 */
export async function selectFiles(
  ctx: Context,
  { shareId, fileIds }: { shareId: string; fileIds: string[] },
): Promise<SelectedFile[]> {
  const max = ctx.config.ZIP_MAX_SIZE;
  if (max === 0) throw new AppError('zip.off');
  const rows = await ctx.db.file.findMany({
    where: { shareId, state: 'complete', ...(fileIds.length > 0 && { id: { in: fileIds } }) },
    orderBy: [{ path: 'asc' }, { name: 'asc' }, { id: 'asc' }],
    select,
  });
  const files = rows.map(({ createdAt, completedAt, sizeBytes, ...file }) => ({
    ...file,
    sizeBytes: Number(sizeBytes),
    storedAt: completedAt ?? createdAt,
  }));
  if (files.reduce((sum, file) => sum + file.sizeBytes, 0) > max) {
    throw new AppError('zip.tooLarge', { size: formatBytes(max) });
  }
  return files;
}

/** Keeps a checksum that had to be computed, so that it is computed once. */
export async function keepCrc32(ctx: Context, fileId: string, crc32: string): Promise<void> {
  await ctx.db.file.updateMany({ where: { id: fileId, crc32: null }, data: { crc32 } });
}
