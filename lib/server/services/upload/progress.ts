import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { changedBy, rowsOf } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';

/** A file on its way, or one that has arrived. */
export type UploadState = {
  id: string;
  name: string;
  path: string;
  mimeType: string;
  sizeBytes: number;
  complete: boolean;
  /** What is on stable storage and acknowledged: the only truth about how far an upload is. */
  offset: number;
  /** Of exactly those bytes, 8 hex digits. */
  crc32: string;
  /** Null once the file is complete. */
  expiresAt: Date | null;
};

type Row = Omit<UploadState, 'sizeBytes' | 'offset'> & { sizeBytes: unknown; offset: unknown };

/** @throws upload.notFound also when the file belongs to another share */
export async function findIncoming(
  ctx: Context,
  { fileId, shareId }: { fileId: string; shareId: string },
): Promise<UploadState> {
  const [row] = await rowsOf<Row>(
    ctx.db,
    Prisma.sql`
    SELECT f."id", f."name", f."path", f."mimeType", f."sizeBytes", f."state" = 'complete' AS "complete",
      coalesce(u."offsetBytes", f."storedBytes") AS "offset", coalesce(u."crc32", f."crc32", '00000000') AS "crc32",
      u."expiresAt"
    FROM "File" f LEFT JOIN "Upload" u ON u."fileId" = f."id"
    WHERE f."id" = ${fileId} AND f."shareId" = ${shareId}`,
  );
  if (!row) throw new AppError('upload.notFound');
  return { ...row, sizeBytes: Number(row.sizeBytes), offset: Number(row.offset) };
}

/**
 * Notes that the bytes up to `to` are on stable storage. It goes on from exactly `from`, so of two writers that
 * both believe they own the upload only one gets on.
 * @throws upload.notFound when the file was deleted meanwhile, upload.wrongOffset when somebody else wrote
 */
export async function saveProgress(
  ctx: Context,
  { fileId, from, to, crc32 }: { fileId: string; from: number; to: number; crc32: string },
): Promise<void> {
  const expiresAt = new Date(ctx.now.getTime() + ctx.config.UPLOAD_TTL);
  const saved = await changedBy(
    ctx.db,
    Prisma.sql`
    UPDATE "Upload" SET "offsetBytes" = ${to}, "crc32" = ${crc32}, "updatedAt" = ${ctx.now}, "expiresAt" = ${expiresAt}
    WHERE "fileId" = ${fileId} AND "offsetBytes" = ${from}`,
  );
  if (saved > 0) return;
  if ((await ctx.db.upload.count({ where: { fileId } })) > 0) throw new AppError('upload.wrongOffset');
  // Deleted: these bytes may have been written after the deletion's own note was worked off.
  if ((await ctx.db.file.count({ where: { id: fileId } })) === 0) await ctx.storage.remove(fileId);
  throw new AppError('upload.notFound');
}
