import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';

/** As many rows as one statement reads and sums within its ten seconds. */
const batch = 10_000;

type Group = { ownerId: string; aliasId: string | null };
type Step = Group & { read: number; gone: number; made: number };

/**
 * Merges all rows of the same owner and alias into one, and leaves none for a sum of nothing. It goes through them
 * once, in the order of Tally_ownerId_aliasId_idx.
 * @returns how many rows have gone into sums
 */
export async function sumTally({ db }: Context): Promise<number> {
  let summed = 0;
  for (let from = Prisma.sql`true`, group: Group | null = null; ; ) {
    const step = await sumSome(db, from);
    if (!step) return summed;
    summed += step.gone;
    if (step.read < batch) return summed;
    // A group may be longer than a step. Where one gets no shorter, another node is summing it.
    const isStuck = step.gone <= step.made && isSame(group, step);
    from = isStuck ? after(step) : Prisma.sql`${after(step)} OR ${within(step)}`;
    // The index finds them by owner; asked for the rest as well, PostgreSQL would read and sort them all.
    from = Prisma.sql`"ownerId" >= ${step.ownerId} AND (${from}) IS TRUE`;
    group = step;
  }
}

/** In one statement, so a reader sees the rows or their sum; rows that another node is summing are left to it. */
async function sumSome(db: PrismaClient, from: Prisma.Sql): Promise<Step | undefined> {
  const [step] = await db.$queryRaw<Step[]>`
    WITH first AS MATERIALIZED (
      SELECT * FROM "Tally" WHERE ${from} ORDER BY "ownerId", "aliasId" LIMIT ${batch}),
    sums AS (
      SELECT "id", count(*) OVER same AS "rows", sum("shares") OVER same AS "shares",
        sum("sizeBytes") OVER same AS "sizeBytes", sum("files") OVER same AS "files"
      FROM first WINDOW same AS (PARTITION BY "ownerId", "aliasId")),
    held AS (
      SELECT "id" FROM "Tally" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM sums WHERE "rows" > 1 OR ("shares" = 0 AND "sizeBytes" = 0 AND "files" = 0)))
      FOR UPDATE SKIP LOCKED),
    gone AS (
      DELETE FROM "Tally" WHERE "id" = ANY (ARRAY(SELECT "id" FROM held))
      RETURNING "ownerId", "aliasId", "shares", "sizeBytes", "files"),
    made AS (
      INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes", "files")
      SELECT "ownerId", "aliasId", sum("shares"), sum("sizeBytes"), sum("files") FROM gone GROUP BY 1, 2
      HAVING sum("shares") <> 0 OR sum("sizeBytes") <> 0 OR sum("files") <> 0
      RETURNING 1)
    SELECT "ownerId", "aliasId", (SELECT count(*)::int FROM first) AS "read",
      (SELECT count(*)::int FROM gone) AS "gone", (SELECT count(*)::int FROM made) AS "made"
    FROM first ORDER BY "ownerId" DESC, "aliasId" DESC LIMIT 1`;
  return step;
}

const isSame = (a: Group | null, b: Group) => a?.ownerId === b.ownerId && a.aliasId === b.aliasId;

const within = ({ ownerId, aliasId }: Group) =>
  Prisma.sql`("ownerId" = ${ownerId} AND "aliasId" IS NOT DISTINCT FROM ${aliasId})`;

/** Rows without an alias are the last ones of their owner. */
const after = ({ ownerId, aliasId }: Group) =>
  aliasId === null
    ? Prisma.sql`"ownerId" > ${ownerId}`
    : Prisma.sql`("ownerId" > ${ownerId} OR ("ownerId" = ${ownerId} AND ("aliasId" > ${aliasId} OR "aliasId" IS NULL)))`;
