import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';

const batch = 10_000;

type TallyGroup = { ownerId: string; aliasId: string | null };
type TallyStep = TallyGroup & { read: number; gone: number; made: number };

/**
 * Merges all rows of the same owner and alias and deletes zero sums, in the order of
 * Tally_ownerId_aliasId_idx.
 * @returns the number of merged rows
 */
export async function sumTally({ db }: Context): Promise<number> {
  let summed = 0;
  for (let from = Prisma.sql`true`, group: TallyGroup | null = null; ; ) {
    const step = await sumSome(db, from);
    if (!step) return summed;
    summed += step.gone;
    if (step.read < batch) return summed;
    // A group may be larger than a batch. If it doesn't shrink, another node is merging it.
    const isStuck = step.gone <= step.made && isSame(group, step);
    from = isStuck ? after(step) : Prisma.sql`${after(step)} OR ${within(step)}`;
    // Lets PostgreSQL use the index by owner instead of sorting all rows.
    from = Prisma.sql`"ownerId" >= ${step.ownerId} AND (${from}) IS TRUE`;
    group = step;
  }
}

/** One statement, so readers see either the rows or their sum. Skips rows that another node is merging. */
async function sumSome(db: PrismaClient, from: Prisma.Sql): Promise<TallyStep | undefined> {
  const [step] = await db.$queryRaw<TallyStep[]>`
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

const isSame = (a: TallyGroup | null, b: TallyGroup) => a?.ownerId === b.ownerId && a.aliasId === b.aliasId;

const within = ({ ownerId, aliasId }: TallyGroup) =>
  Prisma.sql`("ownerId" = ${ownerId} AND "aliasId" IS NOT DISTINCT FROM ${aliasId})`;

const after = ({ ownerId, aliasId }: TallyGroup) =>
  aliasId === null
    ? Prisma.sql`"ownerId" > ${ownerId}`
    : Prisma.sql`("ownerId" > ${ownerId} OR ("ownerId" = ${ownerId} AND ("aliasId" > ${aliasId} OR "aliasId" IS NULL)))`;
