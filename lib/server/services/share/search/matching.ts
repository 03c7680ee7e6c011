import 'server-only';
import type { ShareQuery } from '@/lib/contract/share/share';
import type { ShareFilter } from '@/lib/domain/share-filter';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { hasWords } from '@/lib/server/services/containing';

type Matching = { ids: string[]; total: { shares: number; size: number } };

/**
 * Those of the viewer's shares that a list is narrowed down to: the ids of one page, newest first, and the totals of all.
 * @param shared aliases of others that the viewer is a member of
 */
export async function matchingShares(
  ctx: UserContext,
  shared: string[],
  query: ShareQuery,
): Promise<Matching> {
  const { q, page, pageSize } = query;
  const visible = visibleTo(ctx, shared, query);
  const found =
    q === '' ? Prisma.sql`SELECT ${columns} FROM "Share" s WHERE ${visible}` : wordsIn(visible, q);
  const [row] = await ctx.db.$queryRaw<[{ ids: string[]; shares: bigint; size: Prisma.Decimal }]>`
    WITH "matching" AS MATERIALIZED (${found})
    SELECT count(*) AS "shares", coalesce(sum("sizeBytes"), 0) AS "size", ARRAY(
      SELECT "id" FROM "matching" ORDER BY "createdAt" DESC, "id" DESC
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS "ids"
    FROM "matching"`;
  return { ids: row.ids, total: { shares: Number(row.shares), size: Number(row.size) } };
}

const columns = Prisma.sql`s."id", s."sizeBytes", s."createdAt"`;

/**
 * Words are looked for in name, note and id, in the name of the alias, and in names and folders of files. Each way to find
 * a share is a branch of its own, so that an index leads to it: Share_searchText, Alias_searchText and File_searchText
 * where words are rare, Share_ownerId_createdAt_id, Share_aliasId_createdAt_id and File_shareId_path_name_id where
 * shares are few.
 */
function wordsIn(visible: Prisma.Sql, q: string): Prisma.Sql {
  const has = (text: Prisma.Sql) => hasWords(text, q);
  return Prisma.sql`
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
      WHERE f."shareId" = s."id" AND ${has(Prisma.sql`f."path" || '/' || f."name"`)})`;
}

/** The rule `managedBy`, in words that an index can follow, and what else the list is narrowed down to. */
function visibleTo(ctx: UserContext, shared: string[], { alias, state }: ShareQuery): Prisma.Sql {
  const own = Prisma.sql`s."ownerId" = ${ctx.viewer.id}`;
  const all = shared.length === 0 ? own : Prisma.sql`(${own} OR s."aliasId" = ANY (${shared}))`;
  const through = alias === undefined ? all : Prisma.sql`${all} AND s."aliasId" = ${alias}`;
  return state === undefined ? through : Prisma.sql`${through} AND ${conditions[state](ctx.now)}`;
}

const isUsedUp = Prisma.sql`(p."views" >= s."maxViews" OR p."downloads" >= s."maxDownloads") IS TRUE`;

const publication = (condition: Prisma.Sql) => Prisma.sql`EXISTS (
  SELECT FROM "Publication" p WHERE p."shareId" = s."id" AND p."enabled" AND ${condition})`;

/** `publishState` in words of the database. Indexes: Publication_pkey, File_shareId_incoming. */
const conditions: Record<ShareFilter, (now: Date) => Prisma.Sql> = {
  live: (now) => publication(Prisma.sql`p."publishUntil" > ${now} AND NOT ${isUsedUp}`),
  ended: (now) => publication(Prisma.sql`(p."publishUntil" <= ${now} OR ${isUsedUp})`),
  received: () => Prisma.sql`s."aliasId" IS NOT NULL`,
  incomplete: () => Prisma.sql`EXISTS (
    SELECT FROM "File" f WHERE f."shareId" = s."id" AND f."state" = 'incoming')`,
};
