import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';
import { inSteps } from '@/lib/server/db/in-steps';

/**
 * How many bytes of descriptions one statement moves. A row that changes is indexed again with every word of its
 * description, so it is their length that takes time and not the number of shares; this much takes less than a second.
 */
const bytesAtOnce = 250_000;

/** The ids of the first shares for which `which` holds. */
const firstOf = (which: Prisma.Sql, limit: number): Prisma.Sql => Prisma.sql`
  SELECT "id" FROM (
    SELECT "id", row_number() OVER given AS "n", sum(coalesce(octet_length("description"), 0)) OVER given AS "upTo"
    FROM (SELECT s."id", s."description" FROM "Share" s WHERE ${which} LIMIT ${limit}) first
    WINDOW given AS (ROWS UNBOUNDED PRECEDING)) few
  WHERE "upTo" <= ${bytesAtOnce}::int OR "n" = 1`;

/**
 * Makes the shares that came through one alias those of another. The transaction has locked the row of the first.
 * @param to null: they came through none
 */
export const moveShares = (
  tx: Prisma.TransactionClient,
  { from, to }: { from: string; to: string | null },
): Promise<void> =>
  inSteps(
    tx,
    (limit) => Prisma.sql`
      UPDATE "Share" SET "aliasId" = ${to}
      WHERE "id" = ANY (ARRAY(${firstOf(Prisma.sql`s."aliasId" = ${from}`, limit)}))`,
  );

/** Gives shares of an account that came through an alias of somebody else to that one. */
export function followAliases(tx: Prisma.TransactionClient, ownerId: string): Promise<void> {
  const which = Prisma.sql`s."ownerId" = ${ownerId} AND EXISTS (
    SELECT 1 FROM "Alias" a WHERE a."id" = s."aliasId" AND a."ownerId" <> ${ownerId})`;
  return inSteps(
    tx,
    (limit) => Prisma.sql`
      UPDATE "Share" s SET "ownerId" = a."ownerId" FROM "Alias" a
      WHERE s."id" = ANY (ARRAY(${firstOf(which, limit)})) AND a."id" = s."aliasId"`,
  );
}
