import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { isVisible } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';

export type SelectedFile = {
  id: string;
  path: string;
  name: string;
  sizeBytes: number;
  /** 8 hex digits. */
  crc32: string;
  modifiedAtMs: number;
};

export type Selection = { name: string; files: SelectedFile[] };

/** Of several shares that came through an alias. */
export type InboxFiles = { selection: Selection; shareIds: string[] };

/**
 * Files and folders to include or exclude. The most specific entry decides: a file's id, its folder, a folder around
 * it. An empty request means all files.
 */
export type SelectionRequest = {
  fileIds: readonly string[];
  folders: readonly string[];
  exceptIds?: readonly string[];
  exceptFolders?: readonly string[];
};

/** Longer lists are compared here instead of in the database. */
const maxCompared = 20;

export type SelectedRow = Omit<SelectedFile, 'sizeBytes'> & { sizeBytes: bigint | string };

/** Selects from `"File" f`. Times are numbers of milliseconds: parsing dates takes the driver three times as long. */
export const fileColumns = Prisma.sql`f."id", f."path", f."name", f."sizeBytes", f."crc32",
  (extract(epoch FROM coalesce(f."modifiedAt", f."completedAt", f."createdAt")) * 1000)::float8 AS "modifiedAtMs"`;

/**
 * Returns a share's requested files, without unknown, incomplete and quarantined ones. Index:
 * File_shareId_path_name_id_idx. The caller has checked access. @throws zip.off, zip.tooLarge, file.beingChecked
 */
export async function selectFiles(
  ctx: Context,
  { shareId, ...choice }: SelectionRequest & { shareId: string },
): Promise<SelectedFile[]> {
  const { fileIds, folders, exceptIds = [], exceptFolders = [] } = choice;
  const hasExceptions = exceptIds.length + exceptFolders.length > 0;
  const isAll = (fileIds.length === 0 && folders.length === 0) || folders.includes('');
  const hasManyKeys = fileIds.length + folders.length > maxCompared;
  const rows = await queryDirect<SelectedRow & { isWaiting: boolean }>(
    ctx.db,
    Prisma.sql`
      SELECT ${fileColumns}, f."scan" = 'pending' AS "isWaiting"
      FROM "File" f
      WHERE f."shareId" = ${shareId} AND ${isVisible}
        AND (${isAll || hasManyKeys || hasExceptions}::boolean OR "id" = ANY (${fileIds}::text[]) OR "path" = ANY (${folders}::text[])
          OR EXISTS (SELECT FROM unnest(${folders}::text[]) AS "folder"
            WHERE starts_with("path", "folder" || '/')))
      ORDER BY "path", "name", "id"`,
  );
  const selected = hasExceptions || (hasManyKeys && !isAll) ? rows.filter(isIncluded(choice, isAll)) : rows;
  if (selected.some(({ isWaiting }) => isWaiting)) throw new AppError('file.beingChecked');
  return toSelectedFiles(ctx, selected);
}

/** Keeps the order of the rows. @throws zip.off, zip.tooLarge */
export function toSelectedFiles(ctx: Context, rows: readonly SelectedRow[]): SelectedFile[] {
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

function isIncluded(choice: SelectionRequest, isAll: boolean): (file: SelectedRow) => boolean {
  const { fileIds, folders, exceptIds = [], exceptFolders = [] } = choice;
  const files = inclusionByKey(fileIds, exceptIds);
  const paths = inclusionByKey(folders, exceptFolders);
  const isBelow = (path: string): boolean => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const included = paths.get(path.slice(0, end));
      if (included !== undefined) return included;
    }
    return isAll;
  };
  return ({ id, path }) => files.get(id) ?? isBelow(path);
}

const inclusionByKey = (
  included: readonly string[],
  excluded: readonly string[],
): ReadonlyMap<string, boolean> =>
  new Map([...included.map((one) => [one, true] as const), ...excluded.map((one) => [one, false] as const)]);
