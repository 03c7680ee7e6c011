import 'server-only';
import type { z } from 'zod';
import type { FilesPage, FilesQuery, ShareFolder } from '@/lib/contract/share/file';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { shareFile } from './file-dto';

/** Of whose files: who may see them is decided before. */
export type FilesOf = {
  shareId: string;
  /** Only files that have arrived: all that a visitor sees. */
  onlyArrived: boolean;
};

/** So many files are a page; between two marks there may be more when some were added since. */
const pageFiles = 100;
const maxFiles = 500;

/** What File_shareId_folder_nameOrder_id_idx is ordered by below a folder. */
const order = Prisma.sql`"nameOrder"("name") COLLATE "C", "id" COLLATE "C"`;

/** A folder of a share with sums of all below it, and marks that let any page of its files be read at once. */
export async function readFolder(
  ctx: Context,
  of: FilesOf,
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

/** The folders right below one, each with everything in it; "" stands for the folder's own files. */
async function foldersIn({ db }: Context, of: FilesOf, path: string): Promise<FolderRow[]> {
  const below = path === '' ? Prisma.sql`1` : Prisma.sql`char_length(${path}::text) + 2`;
  const rows = await db.$queryRaw<{ name: string; files: bigint; size: Prisma.Decimal }[]>`
    SELECT "name", sum("files")::bigint AS "files", sum("size") AS "size"
    FROM (
      SELECT split_part(substr("path", ${below}), '/', 1) AS "name", count(*) AS "files",
        sum("sizeBytes") AS "size"
      FROM "File" WHERE ${visible(of)} AND ${within(path)} GROUP BY "path") "folder"
    GROUP BY "name" ORDER BY "nameOrder"("name") COLLATE "C", "name" COLLATE "C"`;
  return rows.map(({ name, files, size }) => ({ name, files: Number(files), size: Number(size) }));
}

async function marksOf({ db }: Context, of: FilesOf, path: string): Promise<string[]> {
  const rows = await db.$queryRaw<Marked[]>`
    SELECT "id", "name" FROM (
      SELECT "id", "name", row_number() OVER (ORDER BY ${order}) AS "n"
      FROM "File" WHERE ${visible(of)} AND "path" COLLATE "C" = ${path}) "numbered"
    WHERE "n" % ${pageFiles}::int = 1 ORDER BY "n"`;
  return rows.map(markOf);
}

/** Files of one folder in people's order of names. Index: File_shareId_folder_nameOrder_id_idx. */
export async function readFiles(
  { db }: Context,
  of: FilesOf,
  { path, from, until }: FilesQuery,
): Promise<z.input<typeof FilesPage>> {
  const most = until === undefined ? pageFiles : maxFiles;
  const rows = await db.$queryRaw<(FileRow & { offsetBytes: bigint | null })[]>`
    SELECT f.*, u."offsetBytes" FROM (
      SELECT * FROM "File"
      WHERE ${visible(of)} AND "path" COLLATE "C" = ${path} AND ${between(from, until)}
      ORDER BY ${order} LIMIT ${most + 1}::int) f
    LEFT JOIN "Upload" u ON u."fileId" = f."id"
    ORDER BY "nameOrder"(f."name") COLLATE "C", f."id" COLLATE "C"`;
  const behind = rows[most];
  return {
    items: rows
      .slice(0, most)
      .map(({ offsetBytes, ...row }) =>
        shareFile({ ...row, upload: offsetBytes === null ? null : { offsetBytes } }),
      ),
    next: behind ? markOf(behind) : (until ?? null),
  };
}

/** The top of a share, as far as a list shows it at first. */
export async function readStart(ctx: Context, of: FilesOf) {
  const folder = await readFolder(ctx, of, '');
  const files = await readFiles(ctx, of, { path: '', from: undefined, until: folder.marks[1] });
  return { folder, files };
}

type FileRow = Omit<Parameters<typeof shareFile>[0], 'upload'>;
type Marked = { id: string; name: string };

const visible = ({ shareId, onlyArrived }: FilesOf) =>
  onlyArrived
    ? Prisma.sql`"shareId" = ${shareId} AND "state" = 'complete'`
    : Prisma.sql`"shareId" = ${shareId}`;

/** A folder and all below it: in the order of bytes "0" comes next after "/". */
const within = (path: string) =>
  path === ''
    ? Prisma.sql`true`
    : Prisma.sql`("path" COLLATE "C" = ${path} OR
        ("path" COLLATE "C" >= ${`${path}/`} AND "path" COLLATE "C" < ${`${path}0`}))`;

function between(from: string | undefined, until: string | undefined): Prisma.Sql {
  const begins = from === undefined ? Prisma.sql`true` : Prisma.sql`(${order}) >= ${keyOf(from)}`;
  const ends = until === undefined ? Prisma.sql`true` : Prisma.sql`(${order}) < ${keyOf(until)}`;
  return Prisma.sql`${begins} AND ${ends}`;
}

const markOf = ({ id, name }: Marked): string => `${id} ${name}`;

function keyOf(mark: string): Prisma.Sql {
  const space = mark.indexOf(' ');
  return Prisma.sql`("nameOrder"(${mark.slice(space + 1)}) COLLATE "C", ${mark.slice(0, space)} COLLATE "C")`;
}
