import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';

/** A complete file, as much of it as an archive tells. */
export type SelectedFile = {
  id: string;
  path: string;
  name: string;
  sizeBytes: number;
  /** 8 hex digits; null where they were never computed. */
  crc32: string | null;
  modifiedAtMs: number;
};

/** Files to be packed together; `name` is what the archive is called, without its ending. */
export type Selection = { name: string; files: SelectedFile[] };

/**
 * What is asked for of a share: files by their ids and folders with all below them, and what of it is not. What is nearer to
 * a file counts: its id, its folder, the folder around it. Where nothing is asked for, everything is.
 */
export type Choice = {
  fileIds: readonly string[];
  folders: readonly string[];
  exceptIds?: readonly string[];
  exceptFolders?: readonly string[];
};

/** More than so many aren't compared with each file by the database: reading them all takes less. */
const maxCompared = 20;

export type SelectedRow = Omit<SelectedFile, 'sizeBytes'> & { sizeBytes: bigint | string };

/**
 * Of `"File" f`. Times are milliseconds since 1970: a number costs the driver a third of what a date does, for each of
 * many files.
 */
export const fileColumns = Prisma.sql`f."id", f."path", f."name", f."sizeBytes", f."crc32",
  (extract(epoch FROM coalesce(f."modifiedAt", f."completedAt", f."createdAt")) * 1000)::float8 AS "modifiedAtMs"`;

/**
 * The complete files of a share that are asked for, in the order of File_shareId_path_name_id_idx. Who may is decided
 * before. What is unknown or still arriving is left out.
 * @throws zip.off, zip.tooLarge
 */
export async function selectFiles(
  ctx: Context,
  { shareId, ...choice }: Choice & { shareId: string },
): Promise<SelectedFile[]> {
  const { fileIds, folders, exceptIds = [], exceptFolders = [] } = choice;
  const hasExceptions = exceptIds.length + exceptFolders.length > 0;
  const isAll = (fileIds.length === 0 && folders.length === 0) || folders.includes('');
  const isMuch = fileIds.length + folders.length > maxCompared;
  const rows = await queryDirect<SelectedRow>(
    ctx.db,
    Prisma.sql`
      SELECT ${fileColumns}
      FROM "File" f
      WHERE "shareId" = ${shareId} AND "state" = 'complete'
        AND (${isAll || isMuch || hasExceptions}::boolean OR "id" = ANY (${fileIds}::text[]) OR "path" = ANY (${folders}::text[])
          OR EXISTS (SELECT FROM unnest(${folders}::text[]) AS "folder"
            WHERE starts_with("path", "folder" || '/')))
      ORDER BY "path", "name", "id"`,
  );
  return selected(ctx, hasExceptions || (isMuch && !isAll) ? rows.filter(isIn(choice, isAll)) : rows);
}

/** Rows as files, in their order. @throws zip.off, zip.tooLarge */
export function selected(ctx: Context, rows: readonly SelectedRow[]): SelectedFile[] {
  const max = ctx.config.ZIP_MAX_SIZE;
  if (max === 0) throw new AppError('zip.off');
  let sizeBytes = 0;
  const files = rows.map((row) => {
    const file = { ...row, sizeBytes: Number(row.sizeBytes) };
    sizeBytes += file.sizeBytes;
    return file;
  });
  if (sizeBytes > max) throw new AppError('zip.tooLarge', { size: { bytes: max } });
  return files;
}

function isIn(choice: Choice, isAll: boolean): (file: SelectedRow) => boolean {
  const { fileIds, folders, exceptIds = [], exceptFolders = [] } = choice;
  const files = wishes(fileIds, exceptIds);
  const paths = wishes(folders, exceptFolders);
  const isBelow = (path: string): boolean => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const wish = paths.get(path.slice(0, end));
      if (wish !== undefined) return wish;
    }
    return isAll;
  };
  return ({ id, path }) => files.get(id) ?? isBelow(path);
}

/** Which of them are wanted; what is named in both is not. */
const wishes = (wanted: readonly string[], unwanted: readonly string[]): ReadonlyMap<string, boolean> =>
  new Map([...wanted.map((one) => [one, true] as const), ...unwanted.map((one) => [one, false] as const)]);

/** Keeps a checksum that had to be computed, so that it is computed once. */
export async function keepCrc32(ctx: Context, fileId: string, crc32: string): Promise<void> {
  await ctx.db.file.updateMany({ where: { id: fileId, crc32: null }, data: { crc32 } });
}
