import 'server-only';
import { countKinds } from '@/lib/domain/file-kinds';
import type { FileTotals } from '@/lib/domain/share-total';
import type { Context } from '@/lib/server/context';
import { isVisible } from '@/lib/server/db/file-rows';

export async function arrivedTotal(db: Context['db'], shareId: string): Promise<FileTotals> {
  const [rows, pending] = await Promise.all([
    db.$queryRaw<{ mimetype: string; ending: string; files: bigint; size: bigint }[]>`
      SELECT f."mimeType" AS "mimetype", lower(coalesce(substring(f."name" FROM '[.][^.]{1,8}$'), '')) AS "ending",
        count(*) AS "files", sum(f."sizeBytes")::bigint AS "size"
      FROM "File" f WHERE f."shareId" = ${shareId} AND ${isVisible} GROUP BY 1, 2`,
    pendingFiles(db, shareId),
  ]);
  const parts = rows.map(({ mimetype, ending, files, size }) => ({
    filename: `x${ending}`,
    mimetype,
    count: Number(files),
    size: Number(size),
  }));
  const sumOf = (field: 'count' | 'size') => parts.reduce((sum, part) => sum + part[field], 0);
  return { files: sumOf('count'), size: sumOf('size'), pending, kinds: countKinds(parts) };
}

/** Undefined for none. */
export const pendingFiles = async (db: Context['db'], shareId: string): Promise<number | undefined> =>
  (await db.file.count({ where: { shareId, scan: 'pending' } })) || undefined;
