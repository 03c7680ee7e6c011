import 'server-only';
import { auditInsertEach, auditRow } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { deliveryQuota } from '@/lib/server/services/delivery/file-rules';
import { hasQuotaLimit } from '@/lib/server/services/quota/quota-sql';
import type { Destination } from './access';
import { type Lease, leaseEnd } from './lease';
import { expiryOf } from './state';

export type NewFile = {
  name: string;
  path: string;
  mimeType: string;
  sizeBytes: number;
  isLengthDeferred?: boolean;
  /** Modification time as the client reports it; forms don't. */
  modifiedAt?: Date | null;
};

export type UploadCreation = {
  ctx: Context;
  id: string;
  destination: Destination;
  file: NewFile;
  lease?: Lease | null;
  /** Hash of the secret by which a visitor may remove the file from an album. */
  addedBy?: string | null;
};

export type CreationResult = { isThere: boolean; isCreated: boolean; isLimited: boolean };

/** Files up to this size are stored in one write if they arrive in one request. */
export const smallBytes = 256 * 1024;

/**
 * Skips waiting for stable storage when the bytes are saved soon after. A database crash may lose such an
 * upload of the last half second; its client then gets a not-found error.
 */
const unsynced = Prisma.sql`set_config('synchronous_commit', 'off', true)`;

/**
 * Creates uploads in one statement, to hold the share's lock briefly.
 * @param creations for the same destination; all or none are created
 * @param quotaCondition condition of the owner's quota
 */
export function createUploads(
  creations: [UploadCreation, ...UploadCreation[]],
  quotaCondition: Prisma.Sql,
): Prisma.Sql {
  const [{ ctx, destination }] = creations;
  const { shareId, allowed } = destination;
  const most = deliveryQuota(ctx.alias?.form, { files: 0, bytes: 0 });
  const maxBytes = Math.min(ctx.config.MAX_SIZE, most.bytes);
  const fits = Number.isFinite(most.files)
    ? Prisma.sql`AND share."fileCount" + (SELECT count(*) FROM asked) <= ${most.files}::bigint`
    : Prisma.empty;
  const areSavedSoon = creations.every(({ lease, file }) => lease || file.sizeBytes <= smallBytes);
  return Prisma.sql`
    WITH asked AS (
      SELECT * FROM json_to_recordset(${JSON.stringify(creations.map(rowOf))}::json) AS a ("id" text, "path" text,
        "name" text, "sizeBytes" bigint, "mimeType" text, "modifiedAt" timestamptz, "now" timestamptz, "expiresAt" timestamptz, "node" text,
        "fence" bigint, "addedBy" text, "isLengthDeferred" boolean, "audit" json)),
    share AS (
      SELECT s."id", s."sizeBytes", s."fileCount", ${hasQuotaLimit(ctx.config)} AS "isLimited"
      FROM "Share" s JOIN "Account" a ON a."id" = s."ownerId" WHERE s."id" = ${shareId} AND ${allowed} FOR NO KEY UPDATE OF s),
    created AS (
      INSERT INTO "File" ("id", "shareId", "path", "name", "sizeBytes", "mimeType", "modifiedAt", "createdAt", "addedBy")
      SELECT a."id", share."id", a."path", a."name", a."sizeBytes", a."mimeType", a."modifiedAt", a."now", a."addedBy"
      FROM share, asked a
      WHERE (SELECT sum("sizeBytes") FROM asked) <= ${maxBytes} - share."sizeBytes" ${fits} AND ${quotaCondition}
      RETURNING "id", "shareId"),
    upload AS (
      INSERT INTO "Upload" ("fileId", "expiresAt", "updatedAt", "leaseHolder", "leaseUntil", "fence", "isLengthDeferred")
      SELECT b."id", a."expiresAt", a."now", a."node", CASE WHEN a."node" IS NOT NULL THEN ${leaseEnd} END,
        coalesce(a."fence", 0), coalesce(a."isLengthDeferred", false)
      FROM created b JOIN asked a ON a."id" = b."id"
      RETURNING "fileId"),
    told AS (SELECT b."shareId", a."audit" FROM created b JOIN asked a ON a."id" = b."id"),
    noted AS (${auditInsertEach(Prisma.sql`told`)})
    SELECT EXISTS (SELECT 1 FROM share) AS "isThere", EXISTS (SELECT 1 FROM created) AS "isCreated",
      coalesce((SELECT "isLimited" FROM share), false) AS "isLimited", ${areSavedSoon ? unsynced : null} AS "synced"`;
}

function rowOf({ ctx, id, file, lease, addedBy }: UploadCreation) {
  const object = { type: 'file', id } as const;
  const details = { sizeBytes: file.sizeBytes };
  return {
    ...file,
    id,
    now: ctx.now,
    expiresAt: expiryOf(ctx),
    node: lease?.node,
    fence: lease?.fence.toString(),
    addedBy,
    audit: auditRow(ctx, { event: 'upload.start', object, details }),
  };
}
