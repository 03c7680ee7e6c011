import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { executeDirect, queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { type Destination, isFileIn, refuseUpload } from './access';
import { isHeldBy, type Lease, leaseAfter } from './lease';
import { expiryOf, type StateRow, type UploadState, uploadStateOf } from './state';

/**
 * Returns the state; `isHeld` means that it is leased and may be growing.
 * @throws share.notFound, upload.notFound also if the file belongs to another share
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
  /** The writer's lease; without one, the upload must not be leased. */
  lease?: Lease | null;
  /** Also returns the lease. */
  isLast?: boolean;
};

/**
 * Records that bytes up to `to` are on stable storage. Requires the offset `from` and the current lease, so of
 * two writers only one succeeds.
 * @throws upload.notFound if deleted, upload.busy if the lease was lost, upload.wrongOffset
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
  // Deleted: these bytes may have been written after its removal was processed.
  if ((await ctx.db.file.count({ where: { id: fileId } })) === 0) await ctx.storage.remove(fileId);
  throw new AppError('upload.notFound');
}
