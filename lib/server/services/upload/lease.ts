import 'server-only';
import type { Context } from '@/lib/server/context';
import { batchedQuery, executeDirect, queryDirect } from '@/lib/server/db/direct';
import { hasArrived, isInSealed } from '@/lib/server/db/file-rows';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { type Destination, destinationBatchKey, isFileIn, refuseUpload } from './access';

export type UploadState = {
  id: string;
  name: string;
  path: string;
  mimeType: string;
  sizeBytes: number;
  complete: boolean;
  /** Bytes that are on stable storage and acknowledged. */
  offset: number;
  /** CRC-32 of the bytes before `offset`, 8 hex digits. */
  crc32: string;
  /** Null for complete files. */
  expiresAt: Date | null;
  /** The length follows later; until then `sizeBytes` is reserved space, greater than `offset`. */
  isLengthDeferred: boolean;
  /** A part of a concatenation, which never becomes `complete`. */
  isPartial: boolean;
  /** The share takes sealed files alone. */
  isSealed: boolean;
  /** Storage generation of new bytes; see `Storage`. */
  generation: bigint;
};

/** End of an upload without further progress. */
export const expiryOf = ({ config, now }: Pick<Context, 'config' | 'now'>): Date =>
  new Date(now.getTime() + config.UPLOAD_TTL);

type BigintColumns = { sizeBytes: unknown; offset: unknown; generation: bigint | string };

/** 64-bit numbers may arrive as text. */
export type StateRow = Omit<UploadState, keyof BigintColumns> & BigintColumns;

/** The columns of a `StateRow`, of `"File" f` and its `"Upload" u`. */
export const stateColumns = Prisma.sql`f."id", f."name", f."path", f."mimeType", f."sizeBytes",
  ${hasArrived} AS "complete", coalesce(u."offsetBytes", f."storedBytes") AS "offset",
  coalesce(u."crc32", f."crc32", '00000000') AS "crc32", u."expiresAt", coalesce(u."generation", 0) AS "generation",
  coalesce(u."isLengthDeferred", false) AS "isLengthDeferred", coalesce(u."isPartial", false) AS "isPartial",
  ${isInSealed} AS "isSealed"`;

export const uploadStateOf = <T extends BigintColumns>(row: T) => ({
  ...row,
  sizeBytes: Number(row.sizeBytes),
  offset: Number(row.offset),
  generation: BigInt(row.generation),
});

/**
 * Returns the state; `isHeld` means that it is leased and may be growing.
 * @throws share.notFound, upload.notFound also if the file belongs to another share
 */
export async function findUploadState(
  ctx: Context,
  { fileId, destination }: { fileId: string; destination: Destination },
): Promise<UploadState & { isHeld: boolean }> {
  const [row] = await queryDirect<StateRow & { isHeld: boolean }>(
    ctx.db,
    Prisma.sql`
    SELECT ${stateColumns}, u."leaseHolder" IS NOT NULL AS "isHeld"
    FROM "File" f LEFT JOIN "Upload" u ON u."fileId" = f."id"
    WHERE f."id" = ${fileId} AND ${isFileIn(destination)}`,
  );
  if (!row) return refuseUpload(ctx.db, destination);
  return uploadStateOf(row);
}

/**
 * The right to write to an upload. `fence` grows with each lease; it is unique only together with the node, as
 * a crashed database may repeat it.
 */
export type Lease = { node: string; fence: bigint };

/**
 * Uploads of a silent node become free after this. Clients must be able to resume elsewhere within ten seconds,
 * even if a second node dies.
 */
export const leaseMs = 4_000;

/** Applies if no node sees the holder alive. */
export const unseenLeaseMs = 1_000;

/** Uses the database's clock, the only one that all nodes share. */
export const leaseEnd = Prisma.sql`now() + ${leaseMs} * interval '1 millisecond'`;

export const leaseAfter = (isKept: boolean) =>
  isKept
    ? Prisma.sql`"leaseUntil" = CASE WHEN "leaseHolder" IS NULL THEN NULL ELSE ${leaseEnd} END`
    : Prisma.sql`"leaseHolder" = NULL, "leaseUntil" = NULL`;

export const isHeldBy = (lease: Lease | null | undefined) =>
  lease
    ? Prisma.sql`"leaseHolder" = ${lease.node} AND "fence" = ${lease.fence}`
    : Prisma.sql`"leaseHolder" IS NULL`;

type LeaseRequest = { fileId: string; node: string; destination: Destination | null };
type LeaseResult = { file: UploadState; lease: Lease | null };
type LeaseRow = StateRow & { fence: bigint | string | null; isTaken: boolean };

/**
 * Looks up an upload and takes its lease, if it is free, expired or this node's own. After an expired lease,
 * bytes go to a new `generation`, as the old holder may still write.
 * @param asked.destination null for the server's own work
 * @returns null while another node has the lease; complete files come without a lease
 * @throws share.notFound, upload.notFound
 */
export async function takeLease(ctx: Context, asked: LeaseRequest): Promise<LeaseResult | null> {
  const { fileId, node, destination } = asked;
  const kind = destination ? `${node} ${destinationBatchKey(destination)}` : `${node} alone ${fileId}`;
  const row = await lookUpLeases(ctx.db, kind, asked);
  if (!row) return refuseUpload(ctx.db, destination);
  const { fence, isTaken, ...file } = row;
  if (isTaken) return null;
  const lease = fence === null ? null : { node, fence: BigInt(fence) };
  return { file: uploadStateOf(file), lease };
}

const lookUpLeases = batchedQuery<LeaseRequest, LeaseRow | null>(async (db, asked) => {
  const [{ node, destination }] = asked;
  const ids = asked.map(({ fileId }) => fileId);
  const isOurs = destination ? isFileIn(destination) : Prisma.sql`true`;
  // A free lease is taken without waiting for the disk: after a crash of the database its holder finds that it has none.
  // Only the statement can tell whether a lease is free, so it is the statement that turns the waiting off. Both branches
  // of the first CASE give the same; its condition is evaluated for the sake of `set_config`, which holds until the end
  // of the transaction and is called for free leases alone. One that is taken over, in a statement without any free one,
  // is on the disk before anybody acts on it.
  const rows = await queryDirect<LeaseRow>(
    db,
    Prisma.sql`
    WITH taken AS (
      UPDATE "Upload" u SET "fence" = u."fence" + 1, "leaseUntil" = ${leaseEnd},
        "leaseHolder" = CASE WHEN u."leaseHolder" IS NULL AND set_config('synchronous_commit', 'off', true) = 'off'
          THEN ${node} ELSE ${node} END,
        "generation" = CASE WHEN u."leaseHolder" <> ${node} AND u."offsetBytes" < f."sizeBytes"
          THEN u."fence" + 1 ELSE u."generation" END
      FROM "File" f WHERE u."fileId" = ANY(${ids}::text[]) AND f."id" = u."fileId" AND ${isOurs}
        AND (u."leaseHolder" IS NULL OR u."leaseHolder" = ${node} OR u."leaseUntil" <= now())
      RETURNING u.*)
    SELECT ${stateColumns}, u."fence", NOT ${hasArrived} AND u."fence" IS NULL AS "isTaken"
    FROM "File" f LEFT JOIN taken u ON u."fileId" = f."id" WHERE f."id" = ANY(${ids}::text[]) AND ${isOurs}`,
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
});

/** Returns a lease that neither progress nor completion ended. Does nothing if it was lost. */
export async function releaseLease(db: PrismaClient, fileId: string, lease: Lease): Promise<void> {
  await executeDirect(
    db,
    Prisma.sql`UPDATE "Upload" SET ${leaseAfter(false)} WHERE "fileId" = ${fileId} AND ${isHeldBy(lease)}`,
  );
}
