import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { batchedQuery, executeDirect, queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { recordedOfEach, rowToRecord } from '@/lib/server/journal/record';
import { handleArrived } from '@/lib/server/services/file/arrived';
import { firstScan, scanScope } from '@/lib/server/services/scan/scope';
import { expiryOf, isHeldBy, type Lease, leaseAfter } from './lease';

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

/** A small file whose bytes arrived in one request. */
export type SmallFile = { chunks: Buffer[]; crc32: string };

type UploadCompletion = {
  fileId: string;
  sizeBytes: number;
  sha256: string | null;
  /** Set if neither bytes nor progress are stored yet. */
  inOneGo?: SmallFile | undefined;
  /** The caller's lease; without one, the upload must not be leased. */
  lease?: Lease | null;
  /** Storage generation of the last bytes; see `Storage`. */
  generation?: bigint;
  /** Tells whether to stop reading what a client put into the storage itself. */
  isOver?: () => boolean;
  /** Checks the final bytes; an error keeps the file incomplete. */
  check?: () => Promise<void>;
  /** Completions with the same key may share a statement. */
  batchKey?: string;
};

/**
 * Completes a file whose bytes are all acknowledged: finalizes the bytes, then the row. Safe to repeat.
 * @throws upload.notFound if deleted meanwhile, upload.busy if the lease was lost, errors of `check`
 */
export async function completeUpload(ctx: Context, whole: UploadCompletion): Promise<void> {
  const { fileId, batchKey = fileId, sizeBytes, inOneGo, lease, generation = 0n, check, isOver } = whole;
  if (inOneGo) await ctx.storage.storeWhole(fileId, inOneGo.chunks);
  const sums = inOneGo ? undefined : await ctx.storage.finish(fileId, sizeBytes, generation, isOver);
  await check?.();
  const sha256 = sums?.sha256 ?? whole.sha256;
  const completed = await completeTogether(ctx.db, batchKey, rowOf(ctx, { ...whole, sha256 }, sums?.crc32));
  if (sums && completed) await ctx.storage.direct?.forget(fileId).catch(() => undefined); // the file's end takes it along
  if (completed) return handleArrived(ctx, [{ ...completed, sizeBytes, sha256 }]);

  const file = await ctx.db.file.findUnique({ where: { id: fileId }, select: { state: true } });
  // All bytes were acknowledged, so a concurrent completion had the same ones.
  if (file?.state === 'complete' && !inOneGo) return;
  // Deleted while its bytes were finalized, maybe after its removal was processed.
  if (!file) await ctx.storage.remove(fileId);
  throw new AppError(file && lease ? 'upload.busy' : 'upload.notFound');
}

function rowOf(
  ctx: Context,
  { fileId, sizeBytes, sha256, inOneGo, lease }: UploadCompletion,
  crc32: string | undefined,
) {
  const object = { type: 'file', id: fileId } as const;
  return {
    fileId,
    node: lease?.node ?? null,
    fence: lease?.fence.toString() ?? null,
    savedBytes: inOneGo ? 0 : sizeBytes,
    sizeBytes,
    crc32: crc32 ?? inOneGo?.crc32 ?? null,
    sha256,
    scope: scanScope(ctx.config),
    now: ctx.now,
    audit: rowToRecord(ctx, { event: 'upload.complete', object, details: { sizeBytes } }),
  };
}

type Completed = { id: string; name: string; mimeType: string };

/** Returns null for each upload that was missing. */
const completeTogether = batchedQuery<ReturnType<typeof rowOf>, Completed | null>(async (db, rows) => {
  const completed = await queryDirect<Completed>(
    db,
    Prisma.sql`
    WITH asked AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS a ("fileId" text, "node" text, "fence" bigint,
        "savedBytes" bigint, "sizeBytes" bigint, "crc32" text, "sha256" text, "scope" text, "now" timestamptz, "audit" json)),
    done AS (
      DELETE FROM "Upload" u USING asked a, "File" f
      WHERE u."fileId" = a."fileId" AND u."offsetBytes" = a."savedBytes" AND f."id" = u."fileId"
        AND (u."leaseHolder" = a."node" AND u."fence" = a."fence" OR u."leaseHolder" IS NULL AND a."node" IS NULL)
      RETURNING f."shareId", a."fileId", a."sizeBytes", coalesce(a."crc32", u."crc32") AS "crc32", a."sha256", a."scope",
        a."now", a."audit"),
    noted AS (${recordedOfEach(Prisma.sql`done`)})
    UPDATE "File" f
    SET "state" = 'complete', "storedBytes" = done."sizeBytes", "crc32" = done."crc32",
        "sha256" = done."sha256", "completedAt" = done."now", "scan" = ${firstScan(Prisma.sql`done."scope"`)}
    FROM done WHERE f."id" = done."fileId" RETURNING f."id", f."name", f."mimeType"`,
  );
  const byId = new Map(completed.map((file) => [file.id, file]));
  return rows.map(({ fileId }) => byId.get(fileId) ?? null);
});
