import 'server-only';
import type { z } from 'zod';
import type { FilesPage, FilesQuery, ShareFile, ShareFolder } from '@/lib/contract/share/file';
import { searchWords } from '@/lib/domain/pasted/search-words';
import type { Context } from '@/lib/server/context';
import { isVisible, whereVisible } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { hasWord } from '@/lib/server/services/containing';

/** A share whose access the caller has checked. */
export type FileScope = {
  shareId: string;
  onlyArrived: boolean;
};

/** Files per page; a page between two marks may have more when some were added since. */
const pageFiles = 100;
const maxFiles = 500;

/** The order of File_shareId_folder_nameOrder_id_idx below a folder. */
const order = Prisma.sql`"nameOrder"("name") COLLATE "C", "id" COLLATE "C"`;

export async function readFolder(
  ctx: Context,
  of: FileScope,
  path: string,
): Promise<z.input<typeof ShareFolder>> {
  const rows = await foldersIn(ctx, of, path);
  const own = rows.find(({ name }) => name === '');
  return {
    folders: rows.filter(({ name }) => name !== ''),
    files: own?.files ?? 0,
    size: own?.size ?? 0,
    marks: own ? await marksOf(ctx, of, path) : [],
  };
}

type FolderRow = { name: string; files: number; size: number };

/** The name "" stands for the folder's own files. */
async function foldersIn({ db }: Context, of: FileScope, path: string): Promise<FolderRow[]> {
  const below = path === '' ? Prisma.sql`1` : Prisma.sql`char_length(${path}::text) + 2`;
  const rows = await db.$queryRaw<{ name: string; files: bigint; size: Prisma.Decimal }[]>`
    SELECT "name", sum("files")::bigint AS "files", sum("size") AS "size"
    FROM (
      SELECT split_part(substr("path", ${below}), '/', 1) AS "name", count(*) AS "files",
        sum("sizeBytes") AS "size"
      FROM "File" f WHERE ${visible(of)} AND ${inFolderTree(path)} GROUP BY "path") "folder"
    GROUP BY "name" ORDER BY "nameOrder"("name") COLLATE "C", "name" COLLATE "C"`;
  return rows.map(({ name, files, size }) => ({ name, files: Number(files), size: Number(size) }));
}

async function marksOf({ db }: Context, of: FileScope, path: string): Promise<string[]> {
  const rows = await db.$queryRaw<MarkRow[]>`
    SELECT "id", "name" FROM (
      SELECT "id", "name", row_number() OVER (ORDER BY ${order}) AS "n"
      FROM "File" f WHERE ${visible(of)} AND "path" COLLATE "C" = ${path}) "numbered"
    WHERE "n" % ${pageFiles}::int = 1 ORDER BY "n"`;
  return rows.map(markOf);
}

/**
 * Reads files in the natural order of names. Index: File_shareId_folder_nameOrder_id_idx; for words File_searchText_idx,
 * or that of the share.
 */
export async function readFiles(
  { db }: Context,
  of: FileScope,
  { path, from, until, q = '' }: FilesQuery,
): Promise<z.input<typeof FilesPage>> {
  const most = until === undefined ? pageFiles : maxFiles;
  const words = searchWords(q);
  const sought = words.length > 0 ? haveWords(words) : Prisma.sql`"path" COLLATE "C" = ${path}`;
  const rows = await db.$queryRaw<(FolderFileRow & { offsetBytes: bigint | null })[]>`
    SELECT f.*, u."offsetBytes" FROM (
      SELECT f.* FROM "File" f
      WHERE ${visible(of)} AND ${sought} AND ${between(from, until)}
      ORDER BY ${order} LIMIT ${most + 1}::int) f
    LEFT JOIN "Upload" u ON u."fileId" = f."id"
    ORDER BY "nameOrder"(f."name") COLLATE "C", f."id" COLLATE "C"`;
  const following = rows[most];
  return {
    items: rows
      .slice(0, most)
      .map(({ offsetBytes, ...row }) =>
        toShareFile({ ...row, upload: offsetBytes === null ? null : { offsetBytes } }),
      ),
    next: following ? markOf(following) : (until ?? null),
  };
}

export async function readTopFolder(ctx: Context, of: FileScope) {
  const folder = await readFolder(ctx, of, '');
  const files = await readFiles(ctx, of, { path: '', from: undefined, until: folder.marks[1] });
  return { folder, files };
}

type FolderFileRow = Omit<Parameters<typeof toShareFile>[0], 'upload'>;
type MarkRow = { id: string; name: string };

const visible = ({ shareId, onlyArrived }: FileScope) =>
  Prisma.sql`f."shareId" = ${shareId} AND ${onlyArrived ? isVisible : Prisma.sql`true`}`;

const haveWords = (words: readonly string[]): Prisma.Sql =>
  Prisma.join(
    words.map((word) => hasWord(Prisma.sql`f."path" || '/' || f."name"`, word)),
    ' AND ',
  );

/** Matches a folder and all below it: "0" is the byte after "/". */
const inFolderTree = (path: string) =>
  path === ''
    ? Prisma.sql`true`
    : Prisma.sql`("path" COLLATE "C" = ${path} OR
        ("path" COLLATE "C" >= ${`${path}/`} AND "path" COLLATE "C" < ${`${path}0`}))`;

function between(from: string | undefined, until: string | undefined): Prisma.Sql {
  const begins = from === undefined ? Prisma.sql`true` : Prisma.sql`(${order}) >= ${keyOf(from)}`;
  const ends = until === undefined ? Prisma.sql`true` : Prisma.sql`(${order}) < ${keyOf(until)}`;
  return Prisma.sql`${begins} AND ${ends}`;
}

const markOf = ({ id, name }: MarkRow): string => `${id} ${name}`;

function keyOf(mark: string): Prisma.Sql {
  const space = mark.indexOf(' ');
  return Prisma.sql`("nameOrder"(${mark.slice(space + 1)}) COLLATE "C", ${mark.slice(0, space)} COLLATE "C")`;
}

type FileWithUpload = Prisma.FileGetPayload<Record<never, never>> & {
  upload: { offsetBytes: bigint } | null;
};

function toShareFile(file: FileWithUpload): ShareFile {
  return {
    id: file.id,
    filename: file.name,
    path: file.path,
    size: Number(file.sizeBytes),
    storedSize: Number(file.upload?.offsetBytes ?? file.storedBytes),
    complete: file.state === 'complete',
    mimetype: file.mimeType,
    checksum: file.sha256 ?? '',
    crc32: file.crc32,
    created: file.createdAt.getTime(),
    lastModified: file.modifiedAt?.getTime() ?? null,
    ...scanOf(file),
  };
}

function scanOf({ state, scan, scanNote }: FileWithUpload): Pick<ShareFile, 'scan' | 'found'> {
  if (state !== 'complete' || scan === 'none' || scan === 'clean') return {};
  return { scan, ...(scan === 'infected' && { found: scanNote ?? '' }) };
}

/**
 * Lists a share's files in a fixed order; the browser sorts them by name (`lib/domain/file/file-tree.ts`). Visitors see
 * only complete ones.
 */
export async function listFiles(
  db: Prisma.TransactionClient,
  { shareId, onlyArrived }: { shareId: string; onlyArrived: boolean },
): Promise<ShareFile[]> {
  const rows = await db.file.findMany({
    where: { shareId, ...(onlyArrived && whereVisible) },
    include: { upload: { select: { offsetBytes: true } } },
    orderBy: [{ path: 'asc' }, { name: 'asc' }, { id: 'asc' }],
  });
  return rows.map(toShareFile);
}
