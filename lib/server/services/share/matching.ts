import 'server-only';
import type { ShareQuery } from '@/lib/contract/share';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { hasWords } from '@/lib/server/services/containing';

type Matching = { ids: string[]; total: { shares: number; size: number } };

/**
 * Those of the viewer's shares that have words in their name, note or id, in the name of their alias, or in the name or
 * folder of a file: the ids of one page, newest first, and the totals of all. Each way to find one is a branch of its
 * own, so that an index leads to it: Share_searchText, Alias_searchText and File_searchText where words are rare,
 * Share_ownerId_createdAt_id, Share_aliasId_createdAt_id and File_shareId_path_name_id where shares are few.
 * @param shared aliases of others that the viewer is a member of
 */
export async function matchingShares(
  ctx: UserContext,
  shared: string[],
  { q, page, pageSize, alias }: ShareQuery,
): Promise<Matching> {
  const has = (text: Prisma.Sql) => hasWords(text, q);
  const columns = Prisma.sql`s."id", s."sizeBytes", s."createdAt"`;
  const visible = visibleTo(ctx, shared, alias);
  const [row] = await ctx.db.$queryRaw<[{ ids: string[]; shares: bigint; size: Prisma.Decimal }]>`
    WITH "matching" AS MATERIALIZED (
      SELECT ${columns} FROM "Share" s
      WHERE ${visible}
        AND (${has(Prisma.sql`s."name"`)} OR ${has(Prisma.sql`s."description"`)} OR ${has(Prisma.sql`s."id"`)})
      UNION
      SELECT ${columns} FROM "Alias" a JOIN "Share" s ON s."aliasId" = a."id"
      WHERE ${visible} AND ${has(Prisma.sql`a."name"`)}
      UNION
      SELECT ${columns} FROM "Share" s
      WHERE ${visible} AND EXISTS (
        SELECT FROM "File" f
        WHERE f."shareId" = s."id" AND ${has(Prisma.sql`f."path" || '/' || f."name"`)}))
    SELECT count(*) AS "shares", coalesce(sum("sizeBytes"), 0) AS "size", ARRAY(
      SELECT "id" FROM "matching" ORDER BY "createdAt" DESC, "id" DESC
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS "ids"
    FROM "matching"`;
  return { ids: row.ids, total: { shares: Number(row.shares), size: Number(row.size) } };
}

/** The rule `managedBy`, in words that an index can follow. */
function visibleTo({ viewer }: UserContext, shared: string[], alias: string | undefined): Prisma.Sql {
  const own = Prisma.sql`s."ownerId" = ${viewer.id}`;
  const all = shared.length === 0 ? own : Prisma.sql`(${own} OR s."aliasId" = ANY (${shared}))`;
  return alias === undefined ? all : Prisma.sql`${all} AND s."aliasId" = ${alias}`;
}
