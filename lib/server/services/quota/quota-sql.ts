import 'server-only';
import type { Config } from '@/lib/server/config';
import { Prisma } from '@/lib/server/db/generated/client';
import { FairTurns } from '@/lib/server/fair-turns';

type QuotaDefaults = Pick<Config, 'ACCOUNT_MAX_SIZE' | 'ACCOUNT_MAX_FILES'>;

/** Limits of an account `a`: its own or the installation's, NULL for none. */
const quotaLimits = ({ ACCOUNT_MAX_SIZE, ACCOUNT_MAX_FILES }: QuotaDefaults) => ({
  bytes: Prisma.sql`nullif(coalesce(a."maxBytes", ${ACCOUNT_MAX_SIZE}::bigint), 0)`,
  files: Prisma.sql`nullif(coalesce(a."maxFiles", ${ACCOUNT_MAX_FILES}::integer), 0)`,
});

export function hasQuotaLimit(defaults: QuotaDefaults): Prisma.Sql {
  const { bytes, files } = quotaLimits(defaults);
  return Prisma.sql`(${bytes} IS NOT NULL OR ${files} IS NOT NULL)`;
}

/** Namespace of the advisory locks for quotas. */
const lockSpace = 1_907_001;

/**
 * Locks a share's row and, if its owner has a quota, all additions to that owner's shares. Returns a row if the
 * share exists.
 */
export function lockShareAndQuota(defaults: QuotaDefaults, shareId: string): Prisma.Sql {
  // A CTE that locks rows isn't inlined, so the locks are always taken in this order.
  return Prisma.sql`
    WITH share AS (SELECT "ownerId" FROM "Share" WHERE "id" = ${shareId} FOR NO KEY UPDATE)
    SELECT CASE WHEN ${hasQuotaLimit(defaults)}
      THEN pg_advisory_xact_lock(${lockSpace}::integer, hashtext(a."id"))::text END AS "locked"
    FROM share JOIN "Account" a ON a."id" = share."ownerId"`;
}

export type QuotaDemand = { bytes: number; files: number };

/** Checks the quota of a share's owner. Valid only within the locks of `lockShareAndQuota`. */
export function fitsQuota(defaults: QuotaDefaults, shareId: string, need: QuotaDemand): Prisma.Sql {
  const { bytes, files } = quotaLimits(defaults);
  // The usage is summed up only for an account that has a limit.
  return Prisma.sql`NOT EXISTS (
    SELECT 1 FROM "Share" s JOIN "Account" a ON a."id" = s."ownerId" CROSS JOIN LATERAL (
      SELECT coalesce(sum(t."sizeBytes"), 0) AS "bytes", coalesce(sum(t."files"), 0) AS "files"
      FROM "Tally" t WHERE t."ownerId" = a."id") used
    WHERE s."id" = ${shareId} AND ${hasQuotaLimit(defaults)}
      AND (used."bytes" + ${need.bytes}::bigint > ${bytes} OR used."files" + ${need.files}::bigint > ${files}))`;
}

const turns = new FairTurns({ running: 4, waiting: 2_000 });

/**
 * Queues additions before they wait for a quota lock. Otherwise many waiting transactions would take all
 * database connections.
 */
export const runInQuotaTurn = <T>(shareId: string, work: () => Promise<T>): Promise<T> =>
  turns.run(shareId, work);
