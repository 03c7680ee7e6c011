import 'server-only';
import type { ShareQuery } from '@/lib/contract/share/share';
import { normalizeLinkWords } from '@/lib/domain/link-words';
import type { ShareFilter } from '@/lib/domain/list-view';
import { searchWords } from '@/lib/domain/pasted/search-words';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isEnded, isLive } from '@/lib/server/services/access/link';
import { isManagedAmong } from '@/lib/server/services/access/share';
import { hasWord } from '@/lib/server/services/containing';

type MatchingPage = { ids: string[]; total: { shares: number; size: number } };

/**
 * Those of the viewer's shares that a list is narrowed down to: the ids of one page, newest first, and the totals of all.
 * @param shared aliases of others that the viewer is a member of
 */
export async function matchingShares(
  ctx: UserContext,
  shared: string[],
  query: ShareQuery,
): Promise<MatchingPage> {
  const { page, pageSize } = query;
  const visible = listCondition(ctx, shared, query);
  const [first, ...others] = searchWords(query.q);
  const found =
    first === undefined
      ? Prisma.sql`SELECT ${columns} FROM "Share" s WHERE ${visible}`
      : withAll(withWord(visible, first), others);
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
 * A word is looked for in name, note and id, in the name of the alias, and in names and folders of files; the id of a link
 * or an alias leads there as a whole. Each way to find a share is a branch of its own, so that an index leads to it:
 * Share_searchText, Alias_searchText and File_searchText where words are rare, Share_ownerId_createdAt_id,
 * Share_aliasId_createdAt_id and File_shareId_path_name_id where shares are few, and the keys of links and aliases.
 */
function withWord(visible: Prisma.Sql, word: string): Prisma.Sql {
  return Prisma.sql`
    SELECT ${columns} FROM "Share" s WHERE ${visible} AND ${isInShare(word)}
    UNION
    SELECT ${columns} FROM "Alias" a JOIN "Share" s ON s."aliasId" = a."id"
    WHERE ${visible} AND ${isInAlias(word)}
    UNION
    SELECT ${columns} FROM "Share" s
    WHERE ${visible} AND EXISTS (SELECT FROM "File" f WHERE f."shareId" = s."id" AND ${isInFile(word)})
    UNION
    SELECT ${columns} FROM "Share" s WHERE ${visible} AND s."id" IN (${sharesOfLink(word)})`;
}

const isInShare = (word: string) =>
  Prisma.sql`(${hasWord(Prisma.sql`s."name"`, word)} OR ${hasWord(Prisma.sql`s."description"`, word)}
    OR ${hasWord(Prisma.sql`s."id"`, word)})`;
const isInAlias = (word: string) => Prisma.sql`(${hasWord(Prisma.sql`a."name"`, word)} OR a."id" = ${word})`;
const isInFile = (word: string) => hasWord(Prisma.sql`f."path" || '/' || f."name"`, word);

/** Indexes: Publication_linkId_key, Recipient_linkId_key. */
const sharesOfLink = (word: string) => Prisma.sql`
  SELECT "shareId" FROM "Publication" WHERE "linkId" IN (${word}, ${normalizeLinkWords(word)})
  UNION ALL SELECT "shareId" FROM "Recipient" WHERE "linkId" = ${word}`;

/** Of what was found by the longest word, that which has all others somewhere, too. */
function withAll(found: Prisma.Sql, words: string[]): Prisma.Sql {
  if (words.length === 0) return found;
  const isIn = (word: string) => Prisma.sql`(${isInShare(word)} OR ${isInAlias(word)}
    OR (SELECT true FROM "File" f WHERE f."shareId" = s."id" AND ${isInFile(word)} LIMIT 1)
    OR s."id" IN (${sharesOfLink(word)}))`;
  return Prisma.sql`
    SELECT ${columns} FROM (${found}) AS m JOIN "Share" s ON s."id" = m."id" LEFT JOIN "Alias" a ON a."id" = s."aliasId"
    WHERE ${Prisma.join(words.map(isIn), ' AND ')}`;
}

/** Shares that the viewer manages, and what else the list is narrowed down to. */
function listCondition(ctx: UserContext, shared: string[], { alias, state }: ShareQuery): Prisma.Sql {
  const all = isManagedAmong(ctx.viewer, shared);
  const through = alias === undefined ? all : Prisma.sql`${all} AND s."aliasId" = ${alias}`;
  return state === undefined ? through : Prisma.sql`${through} AND ${conditions[state](ctx.now)}`;
}

const publication = (condition: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT FROM "Publication" p WHERE p."shareId" = s."id" AND ${condition})`;

/** Indexes: Publication_pkey, File_shareId_incoming. */
const conditions: Record<ShareFilter, (now: Date) => Prisma.Sql> = {
  live: (now) => publication(isLive(now)),
  ended: (now) => publication(isEnded(now)),
  received: () => Prisma.sql`s."aliasId" IS NOT NULL`,
  incomplete: () => Prisma.sql`EXISTS (
    SELECT FROM "File" f WHERE f."shareId" = s."id" AND f."state" = 'incoming')`,
};
