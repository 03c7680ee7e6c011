import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { executeDirect, queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { type Destination, isFileIn, refuseUpload } from './access';
import { isHeldBy, type Lease, leaseAfter } from './lease';
import { expiryOf, type StateRow, type UploadState, uploadStateOf } from './state';

/**
 * The present state of an upload. `isHeld`: somebody has its lease, so it may just be growing.
 * @throws share.notFound, upload.notFound also when the file belongs to another share
 */
export async function findIncoming(
  ctx: Context,
  { fileId, destination }: { fileId: string; destination: Destination },
): Promise<UploadState & { isHeld: boolean }> {
  const [row] = await queryDirect<StateRow & { isHeld: boolean }>(
    ctx.db,
    Prisma.sql`
    SELECT f."id", f."name", f."path", f."mimeType", f."sizeBytes", f."state" = 'complete' AS "complete",
      coalesce(u."offsetBytes", f."storedBytes") AS "offset", coalesce(u."crc32", f."crc32", '00000000') AS "crc32",
      u."expiresAt", coalesce(u."generation", 0) AS "generation", u."leaseHolder" IS NOT NULL AS "isHeld",
      coalesce(u."isLengthDeferred", false) AS "isLengthDeferred"
    FROM "File" f LEFT JOIN "Upload" u ON u."fileId" = f."id"
    WHERE f."id" = ${fileId} AND ${isFileIn(destination)}`,
  );
  if (!row) return refuseUpload(ctx.db, destination);
  return uploadStateOf(row);
}

type ProgressUpdate = {
  fileId: string;
  from: number;
  to: number;
  crc32: string;
  /** Of the writer. Without one the upload must be in nobody's hands. */
  lease?: Lease | null;
  /** The lease is given back with it. */
  isLast?: boolean;
};

/**
 * Notes that the bytes up to `to` are on stable storage. It goes on from exactly `from` and with the upload's present
 * lease, so of two writers that both believe they own the upload only one gets on.
 * @throws upload.notFound when the file was deleted meanwhile, upload.busy when the lease was lost,
 * upload.wrongOffset when somebody else wrote
 */
export async function saveProgress(
  ctx: Context,
  { fileId, from, to, crc32, lease, isLast = false }: ProgressUpdate,
): Promise<void> {
  const saved = await executeDirect(
    ctx.db,
    Prisma.sql`
    UPDATE "Upload" SET "offsetBytes" = ${to}, "crc32" = ${crc32}, "updatedAt" = ${ctx.now},
      "expiresAt" = ${expiryOf(ctx)}, ${leaseAfter(!isLast)}
    WHERE "fileId" = ${fileId} AND "offsetBytes" = ${from} AND ${isHeldBy(lease)}`,
  );
  if (saved > 0) return;
  const row = await ctx.db.upload.findUnique({ where: { fileId } });
  if (row && (row.leaseHolder !== (lease?.node ?? null) || (lease && row.fence !== lease.fence)))
    throw new AppError('upload.busy');
  if (row) throw new AppError('upload.wrongOffset');
  // Deleted: these bytes may have been written after the deletion's own note was worked off.
  if ((await ctx.db.file.count({ where: { id: fileId } })) === 0) await ctx.storage.remove(fileId);
  throw new AppError('upload.notFound');
}
