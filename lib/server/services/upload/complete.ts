import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { AuditEntry } from '@/lib/server/audit/audit';
import { auditInsert } from '@/lib/server/audit/insert';
import type { Context } from '@/lib/server/context';
import { changedBy } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { isHeldBy, type Lease } from './lease';

type Whole = {
  fileId: string;
  sizeBytes: number;
  sha256: string | null;
  /** Of a file that came in one go and has no progress in the database yet; else what was saved last counts. */
  inOneGo?: { crc32: string } | null;
  /** Of who completes it. Without one the upload must be in nobody's hands. */
  lease?: Lease | null;
  /** Where its last bytes are: see `Storage`. */
  generation?: bigint;
};

/**
 * Makes a file of which every byte is acknowledged complete: first its bytes become final, then its row says so.
 * Whatever happens in between, doing it again ends the same.
 * @throws upload.notFound when the file was deleted meanwhile, upload.busy when the lease was lost
 */
export async function completeUpload(
  ctx: Context,
  { fileId, sizeBytes, sha256, inOneGo, lease, generation = 0n }: Whole,
): Promise<void> {
  await ctx.storage.finish(fileId, sizeBytes, generation);
  const arrival: AuditEntry = {
    event: 'upload.complete',
    object: { type: 'file', id: fileId },
    details: { sizeBytes },
  };
  const savedBytes = inOneGo ? 0 : sizeBytes;
  const crc32 = inOneGo?.crc32 ?? null;
  // One statement: the upload's row goes and the file's row takes over what it knew.
  const completed = await changedBy(
    ctx.db,
    Prisma.sql`
    WITH done AS (
      DELETE FROM "Upload" u USING "File" f
      WHERE u."fileId" = ${fileId} AND u."offsetBytes" = ${savedBytes} AND f."id" = u."fileId" AND ${isHeldBy(lease)}
      RETURNING u."fileId", coalesce(${crc32}, u."crc32") AS "crc32", f."shareId"),
    noted AS (${auditInsert(ctx, arrival, { source: Prisma.sql`done`, shareId: Prisma.sql`"shareId"` })})
    UPDATE "File" f
    SET "state" = 'complete', "storedBytes" = ${sizeBytes}, "crc32" = done."crc32",
        "sha256" = ${sha256}, "completedAt" = ${ctx.now}
    FROM done WHERE f."id" = done."fileId"`,
  );
  if (completed > 0) return;

  const file = await ctx.db.file.findUnique({ where: { id: fileId }, select: { state: true } });
  // Every byte had been acknowledged, so whoever else completed it did so with the same ones.
  if (file?.state === 'complete' && !inOneGo) return;
  // Deleted while its bytes became final, perhaps after the deletion's own note was worked off.
  if (!file) await ctx.storage.remove(fileId);
  throw new AppError(file && lease ? 'upload.busy' : 'upload.notFound');
}
