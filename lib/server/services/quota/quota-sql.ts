import 'server-only';
import type { Config } from '@/lib/server/config';
import { Prisma } from '@/lib/server/db/generated/client';

type Defaults = Pick<Config, 'ACCOUNT_MAX_SIZE' | 'ACCOUNT_MAX_FILES'>;

/** What one statement of an account named `a` calls its limits: its own or the installation's, NULL where there is none. */
export const limitsOf = ({ ACCOUNT_MAX_SIZE, ACCOUNT_MAX_FILES }: Defaults) => ({
  bytes: Prisma.sql`nullif(coalesce(a."maxBytes", ${ACCOUNT_MAX_SIZE}::bigint), 0)`,
  files: Prisma.sql`nullif(coalesce(a."maxFiles", ${ACCOUNT_MAX_FILES}::integer), 0)`,
});

/** Whether an account named `a` has a limit at all. */
export function isLimited(defaults: Defaults): Prisma.Sql {
  const { bytes, files } = limitsOf(defaults);
  return Prisma.sql`(${bytes} IS NOT NULL OR ${files} IS NOT NULL)`;
}

/** Of all advisory locks those that are about quotas. */
const lockSpace = 1_907_001;

/**
 * Locks a share's row, and then, where its owner has a quota, all other additions to shares of that owner. Without a
 * quota there is no second lock. A row comes back if there is such a share.
 */
export function lockShare(defaults: Defaults, shareId: string): Prisma.Sql {
  // Locking rows keeps the first part apart, so the locks are always taken in this order.
  return Prisma.sql`
    WITH share AS (SELECT "ownerId" FROM "Share" WHERE "id" = ${shareId} FOR NO KEY UPDATE)
    SELECT CASE WHEN ${isLimited(defaults)}
      THEN pg_advisory_xact_lock(${lockSpace}::integer, hashtext(a."id"))::text END AS "locked"
    FROM share JOIN "Account" a ON a."id" = share."ownerId"`;
}

export type Need = { bytes: number; files: number };

/** For a statement within those locks: whether the quota of a share's owner has room for this. */
export function hasRoom(defaults: Defaults, shareId: string, need: Need): Prisma.Sql {
  const { bytes, files } = limitsOf(defaults);
  // What is used is summed up only for an account that has a limit.
  return Prisma.sql`NOT EXISTS (
    SELECT 1 FROM "Share" s JOIN "Account" a ON a."id" = s."ownerId" CROSS JOIN LATERAL (
      SELECT coalesce(sum(t."sizeBytes"), 0) AS "bytes", coalesce(sum(t."files"), 0) AS "files"
      FROM "Tally" t WHERE t."ownerId" = a."id") used
    WHERE s."id" = ${shareId} AND ${isLimited(defaults)}
      AND (used."bytes" + ${need.bytes}::bigint > ${bytes} OR used."files" + ${need.files}::bigint > ${files}))`;
}
