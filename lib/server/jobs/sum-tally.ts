import 'server-only';
import type { Context } from '@/lib/server/context';

/** Makes one row of all that speak of the same owner and alias, and none of a sum of nothing. */
export function sumTally(ctx: Context): Promise<number> {
  // In one statement, so a reader sees the rows or their sum; rows that another node is summing are left to it.
  return ctx.db.$executeRaw`
    WITH many AS (
      SELECT "ownerId", "aliasId" FROM "Tally" GROUP BY 1, 2
      HAVING count(*) > 1 OR (sum("shares") = 0 AND sum("sizeBytes") = 0 AND sum("files") = 0)),
    held AS (
      SELECT t."id" FROM "Tally" t JOIN many m
      ON t."ownerId" = m."ownerId" AND t."aliasId" IS NOT DISTINCT FROM m."aliasId"
      FOR UPDATE OF t SKIP LOCKED),
    gone AS (
      DELETE FROM "Tally" WHERE "id" = ANY (ARRAY(SELECT "id" FROM held))
      RETURNING "ownerId", "aliasId", "shares", "sizeBytes", "files")
    INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
    SELECT "ownerId", "aliasId", sum("shares"), sum("sizeBytes"), sum("files") FROM gone GROUP BY 1, 2
    HAVING sum("shares") <> 0 OR sum("sizeBytes") <> 0 OR sum("files") <> 0`;
}
