import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';
import { inSteps } from '@/lib/server/db/in-steps';

/**
 * A row that changes is indexed anew with all its words: what takes long is not the number of shares but the length of
 * their descriptions. Of so much each word takes a moment, all of them less than a second.
 */
const bytesAtOnce = 250_000;

/** Takes along what came through an alias, of which the transaction holds the row. @param to null: through none */
export const moveShares = (
  tx: Prisma.TransactionClient,
  { from, to }: { from: string; to: string | null },
): Promise<void> =>
  inSteps(
    tx,
    (limit) => Prisma.sql`
      UPDATE "Share" SET "aliasId" = ${to} WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM (
          SELECT "id", row_number() OVER given AS "n", sum(coalesce(octet_length("description"), 0)) OVER given AS "upTo"
          FROM (SELECT "id", "description" FROM "Share" WHERE "aliasId" = ${from} LIMIT ${limit}) first
          WINDOW given AS (ROWS UNBOUNDED PRECEDING)) few
        WHERE "upTo" <= ${bytesAtOnce}::int OR "n" = 1))`,
  );
