import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { auditRow } from '@/lib/server/audit/audit';
import { auditInsertEach } from '@/lib/server/audit/insert';
import type { Context } from '@/lib/server/context';
import { batchedQuery } from '@/lib/server/db/batched-query';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { handleArrived } from '@/lib/server/services/file/arrived';
import type { Lease } from './lease';

/** A small file with all of its bytes. */
export type SmallFile = { chunks: Buffer[]; crc32: string };

type UploadCompletion = {
  fileId: string;
  sizeBytes: number;
  sha256: string | null;
  /** Of a file that came in one go: neither its bytes nor its progress are anywhere yet. */
  inOneGo?: SmallFile | undefined;
  /** Of who completes it. Without one the upload must be in nobody's hands. */
  lease?: Lease | null;
  /** Where its last bytes are: see `Storage`. */
  generation?: bigint;
  /** Looks at the bytes, which are final by then. What it throws keeps the file from being complete. */
  check?: () => Promise<void>;
  /** Files with the same key may be completed by one statement; without a key, each by its own. */
  batchKey?: string;
};

/**
 * Makes a file of which every byte is acknowledged complete: first its bytes become final, then its row says so.
 * Whatever happens in between, doing it again ends the same.
 * @throws upload.notFound when the file was deleted meanwhile, upload.busy when the lease was lost, and what `check` does
 */
export async function completeUpload(ctx: Context, whole: UploadCompletion): Promise<void> {
  const {
    fileId,
    batchKey: gatherKey = fileId,
    sizeBytes,
    sha256,
    inOneGo,
    lease,
    generation = 0n,
    check,
  } = whole;
  if (inOneGo) await ctx.storage.storeWhole(fileId, inOneGo.chunks);
  else await ctx.storage.finish(fileId, sizeBytes, generation);
  await check?.();
  const completed = await completeTogether(ctx.db, gatherKey, rowOf(ctx, whole));
  if (completed) return handleArrived(ctx, [{ ...completed, sizeBytes, sha256 }]);

  const file = await ctx.db.file.findUnique({ where: { id: fileId }, select: { state: true } });
  // Every byte had been acknowledged, so another request that completed it had the same ones.
  if (file?.state === 'complete' && !inOneGo) return;
  // Deleted while its bytes became final, perhaps after the deletion's own note was worked off.
  if (!file) await ctx.storage.remove(fileId);
  throw new AppError(file && lease ? 'upload.busy' : 'upload.notFound');
}

function rowOf(ctx: Context, { fileId, sizeBytes, sha256, inOneGo, lease }: UploadCompletion) {
  const object = { type: 'file', id: fileId } as const;
  return {
    fileId,
    node: lease?.node ?? null,
    fence: lease?.fence.toString() ?? null,
    savedBytes: inOneGo ? 0 : sizeBytes,
    sizeBytes,
    crc32: inOneGo?.crc32 ?? null,
    sha256,
    now: ctx.now,
    audit: auditRow(ctx, { event: 'upload.complete', object, details: { sizeBytes } }),
  };
}

type Completed = { id: string; name: string; mimeType: string };

/** One statement: the row of each upload goes and its file's row takes over what it knew; null where there was none. */
const completeTogether = batchedQuery<ReturnType<typeof rowOf>, Completed | null>(async (db, rows) => {
  const completed = await queryDirect<Completed>(
    db,
    Prisma.sql`
    WITH asked AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(rows)}::json) AS a ("fileId" text, "node" text, "fence" bigint,
        "savedBytes" bigint, "sizeBytes" bigint, "crc32" text, "sha256" text, "now" timestamptz, "audit" json)),
    done AS (
      DELETE FROM "Upload" u USING asked a, "File" f
      WHERE u."fileId" = a."fileId" AND u."offsetBytes" = a."savedBytes" AND f."id" = u."fileId"
        AND (u."leaseHolder" = a."node" AND u."fence" = a."fence" OR u."leaseHolder" IS NULL AND a."node" IS NULL)
      RETURNING f."shareId", a."fileId", a."sizeBytes", coalesce(a."crc32", u."crc32") AS "crc32", a."sha256", a."now",
        a."audit"),
    noted AS (${auditInsertEach(Prisma.sql`done`)})
    UPDATE "File" f
    SET "state" = 'complete', "storedBytes" = done."sizeBytes", "crc32" = done."crc32",
        "sha256" = done."sha256", "completedAt" = done."now"
    FROM done WHERE f."id" = done."fileId" RETURNING f."id", f."name", f."mimeType"`,
  );
  const byId = new Map(completed.map((file) => [file.id, file]));
  return rows.map(({ fileId }) => byId.get(fileId) ?? null);
});
