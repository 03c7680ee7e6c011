import 'server-only';
import type { ShareQuery } from '@/lib/contract/share/share';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { normalizeLinkWords } from '@/lib/domain/link-words';
import { searchText, searchWords } from '@/lib/domain/pasted/search-words';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isEnded, isLive, isManagedAmong, managedAmong } from '@/lib/server/services/access/share';
import { hasWord, likePattern, matches } from '@/lib/server/services/containing';

type MatchingPage = { ids: string[]; total: { shares: number; size: number } };

/** The order of the list, by columns of `listed`. */
const listOrder = Prisma.sql`"createdAt" DESC, "id" DESC`;
const listed = Prisma.sql`s."id", s."sizeBytes", s."createdAt"`;

const pageOf = ({ page, pageSize }: ShareQuery) =>
  Prisma.sql`ORDER BY ${listOrder} LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`;

/**
 * Returns the ids of one page in the order of the list, and the totals of all matches.
 * @param shared ids of aliases that the viewer is a member of
 */
export async function matchingShares(
  ctx: UserContext,
  shared: string[],
  query: ShareQuery,
): Promise<MatchingPage> {
  const visible = listCondition(ctx, shared, query);
  const [first, ...others] = searchWords(query.q);
  if (first === undefined && query.state === undefined) return allShares(ctx, shared, query);
  const found =
    first === undefined
      ? Prisma.sql`SELECT ${listed} FROM "Share" s WHERE ${visible}`
      : withAll(ctx, withWord(ctx, visible, first), others);
  const [row] = await ctx.db.$queryRaw<[{ ids: string[]; shares: bigint; size: Prisma.Decimal }]>`
    WITH "matching" AS MATERIALIZED (${found})
    SELECT count(*) AS "shares", coalesce(sum("sizeBytes"), 0) AS "size",
      ARRAY(SELECT "id" FROM "matching" ${pageOf(query)}) AS "ids"
    FROM "matching"`;
  return { ids: row.ids, total: { shares: Number(row.shares), size: Number(row.size) } };
}

/** Reads the totals from the tally instead of counting. Indexes: Share_ownerId_ and Share_aliasId_createdAt_id. */
async function allShares(ctx: UserContext, shared: string[], query: ShareQuery): Promise<MatchingPage> {
  const through = query.alias === undefined ? {} : { aliasId: query.alias };
  const [rows, { _sum }] = await Promise.all([
    ctx.db.$queryRaw<{ id: string }[]>`
      SELECT ${listed} FROM "Share" s WHERE ${listCondition(ctx, shared, query)} ${pageOf(query)}`,
    ctx.db.tally.aggregate({
      where: { ...managedAmong(ctx.viewer, shared), ...through },
      _sum: { shares: true, sizeBytes: true },
    }),
  ]);
  const total = { shares: Number(_sum.shares ?? 0), size: Number(_sum.sizeBytes ?? 0) };
  return { ids: rows.map(({ id }) => id), total };
}

/**
 * Searches names, notes, ids, alias names, file paths, senders, recipients and exact link ids. Each is a UNION branch,
 * so that it can use an index (Share_, Alias_, File_, Delivery_ and Recipient_searchText).
 */
function withWord(ctx: UserContext, visible: Prisma.Sql, word: string): Prisma.Sql {
  return Prisma.sql`
    SELECT ${listed} FROM "Share" s WHERE ${visible} AND ${isInShare(word)}
    UNION
    SELECT ${listed} FROM "Alias" a JOIN "Share" s ON s."aliasId" = a."id"
    WHERE ${visible} AND ${isInAlias(word)}
    UNION
    SELECT ${listed} FROM "Share" s
    WHERE ${visible} AND EXISTS (SELECT FROM "File" f WHERE f."shareId" = s."id" AND ${isInFile(word)})
    UNION
    SELECT ${listed} FROM "Delivery" d JOIN "Share" s ON s."id" = d."shareId"
    WHERE ${visible} AND ${isSender(word)}
    UNION
    SELECT ${listed} FROM "Recipient" r JOIN "Share" s ON s."id" = r."shareId"
    WHERE ${visible} AND ${isRecipient(ctx, word)}
    UNION
    SELECT ${listed} FROM "Share" s WHERE ${visible} AND s."id" IN (${sharesOfLink(word)})`;
}

const isInShare = (word: string) =>
  Prisma.sql`(${hasWord(Prisma.sql`s."name"`, word)} OR ${hasWord(Prisma.sql`s."description"`, word)}
    OR ${hasWord(Prisma.sql`s."id"`, word)})`;
const isInAlias = (word: string) => Prisma.sql`(${hasWord(Prisma.sql`a."name"`, word)} OR a."id" = ${word})`;
const isInFile = (word: string) => hasWord(Prisma.sql`f."path" || '/' || f."name"`, word);
const isSender = (word: string) =>
  Prisma.sql`(${hasWord(Prisma.sql`d."name"`, word)} OR ${hasWord(Prisma.sql`d."email"`, word)})`;

/** Only a share's owner sees its recipients. */
const areSeen = ({ viewer }: UserContext) => Prisma.sql`s."ownerId" = ${viewer.id}`;
const isRecipient = (ctx: UserContext, word: string) =>
  Prisma.sql`${areSeen(ctx)} AND ${hasWord(Prisma.sql`r."address"`, word)}`;

const sharesOfLink = (word: string) => Prisma.sql`
  SELECT "shareId" FROM "Publication" WHERE "linkId" IN (${word}, ${normalizeLinkWords(word)})
  UNION ALL SELECT "shareId" FROM "Recipient" WHERE "linkId" = ${word}`;

/** Narrows matches of the longest word to those with all other words. */
function withAll(ctx: UserContext, found: Prisma.Sql, words: string[]): Prisma.Sql {
  if (words.length === 0) return found;
  const isIn = (word: string) => Prisma.sql`(${isInShare(word)} OR ${isInAlias(word)}
    OR (SELECT true FROM "File" f WHERE f."shareId" = s."id" AND ${isInFile(word)} LIMIT 1)
    OR (SELECT ${isSender(word)} FROM "Delivery" d WHERE d."shareId" = s."id")
    OR (SELECT true FROM "Recipient" r WHERE r."shareId" = s."id" AND ${isRecipient(ctx, word)} LIMIT 1)
    OR s."id" IN (${sharesOfLink(word)}))`;
  return Prisma.sql`
    SELECT ${listed} FROM (${found}) AS m JOIN "Share" s ON s."id" = m."id" LEFT JOIN "Alias" a ON a."id" = s."aliasId"
    WHERE ${Prisma.join(words.map(isIn), ' AND ')}`;
}

function listCondition(ctx: UserContext, shared: string[], { alias, state }: ShareQuery): Prisma.Sql {
  const all = isManagedAmong(ctx.viewer, shared);
  const through = alias === undefined ? all : Prisma.sql`${all} AND s."aliasId" = ${alias}`;
  return state === undefined ? through : Prisma.sql`${through} AND ${conditions[state](ctx.now)}`;
}

const publication = (condition: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT FROM "Publication" p WHERE p."shareId" = s."id" AND ${condition})`;

/** Indexes: Publication_pkey, File_shareId_incoming. */
const conditions: Record<NonNullable<ShareQuery['state']>, (now: Date) => Prisma.Sql> = {
  live: (now) => publication(isLive(now)),
  ended: (now) => publication(isEnded(now)),
  received: () => Prisma.sql`s."aliasId" IS NOT NULL`,
  sent: () => Prisma.sql`(s."aliasId" IS NULL OR EXISTS (SELECT FROM "Alias" a WHERE a."albumId" = s."id"))`,
  incomplete: () => Prisma.sql`EXISTS (
    SELECT FROM "File" f WHERE f."shareId" = s."id" AND f."state" = 'incoming')`,
};

type MatchPlace = NonNullable<ShareListItem['found']>;
type MatchRow = {
  id: string;
  description: string | null;
  alias: string | null;
  sender: string | null;
  recipient: string | null;
  file: string | null;
  word: string;
  inNote: boolean;
  inAlias: boolean;
  inId: boolean;
};

/**
 * Finds, for each share, the first word missing in its name and where it occurs instead. Files are searched
 * last. Indexes: Delivery_pkey, Recipient_shareId_key, File_shareId_path_name_id.
 */
export async function findMatchPlaces(
  ctx: UserContext,
  ids: string[],
  words: string[],
): Promise<Map<string, MatchPlace>> {
  const has = (text: Prisma.Sql, pattern: Prisma.Sql) =>
    Prisma.sql`coalesce(${matches(text, pattern)}, false)`;
  const [sought, pattern] = [Prisma.sql`u."pattern"`, Prisma.sql`w."pattern"`];
  const rows = await ctx.db.$queryRaw<MatchRow[]>`
    SELECT w.*, f."file" FROM (
      SELECT s."id", s."description", a."name" AS "alias", u."word", u."pattern",
        ${has(Prisma.sql`s."description"`, sought)} AS "inNote", ${has(Prisma.sql`a."name"`, sought)} AS "inAlias",
        ${has(Prisma.sql`s."id"`, sought)} AS "inId",
        CASE WHEN ${has(Prisma.sql`d."name"`, sought)} THEN d."name"
          WHEN ${has(Prisma.sql`d."email"`, sought)} THEN d."email" END AS "sender",
        (SELECT r."address" FROM "Recipient" r WHERE r."shareId" = s."id" AND ${areSeen(ctx)}
          AND ${has(Prisma.sql`r."address"`, sought)} ORDER BY r."key" LIMIT 1) AS "recipient"
      FROM "Share" s LEFT JOIN "Alias" a ON a."id" = s."aliasId"
      LEFT JOIN "Delivery" d ON d."shareId" = s."id" CROSS JOIN LATERAL (
        SELECT u.* FROM unnest(${words}::text[], ${words.map(likePattern)}::text[]) WITH ORDINALITY AS u ("word", "pattern", "n")
        WHERE NOT ${has(Prisma.sql`s."name"`, sought)} ORDER BY u."n" LIMIT 1) u
      WHERE s."id" = ANY (${ids})) w
    LEFT JOIN LATERAL (
      SELECT CASE WHEN f."path" = '' THEN f."name" ELSE f."path" || '/' || f."name" END AS "file" FROM "File" f
      WHERE NOT (w."inNote" OR w."inAlias" OR w."inId") AND w."sender" IS NULL AND w."recipient" IS NULL
        AND f."shareId" = w."id" AND ${has(Prisma.sql`f."path" || '/' || f."name"`, pattern)}
      ORDER BY f."path", f."name", f."id" LIMIT 1) f ON true`;
  return new Map(rows.flatMap(placeOf));
}

function placeOf(row: MatchRow): [string, MatchPlace][] {
  if (row.inNote) return [[row.id, { in: 'note', text: lineWith(row.description ?? '', row.word) }]];
  if (row.inAlias && row.alias !== null) return [[row.id, { in: 'alias', text: row.alias }]];
  if (row.sender !== null) return [[row.id, { in: 'sender', text: row.sender }]];
  if (row.recipient !== null) return [[row.id, { in: 'recipient', text: row.recipient }]];
  if (row.inId) return [[row.id, { in: 'id', text: row.id }]];
  return row.file === null ? [] : [[row.id, { in: 'file', text: row.file }]];
}

/** Length of the excerpt, in characters. */
const shownChars = 100;

/**
 * Returns the line with the word, or the part around it. The position is approximate where search folding
 * changes a text's length.
 */
function lineWith(note: string, word: string): string {
  const sought = searchText(word);
  const line = note.split('\n').find((one) => searchText(one).includes(sought)) ?? note;
  const at = Math.max(0, searchText(line).indexOf(sought));
  const from = line.length <= shownChars ? 0 : Math.max(0, at - 30);
  const part = line.slice(from, from + shownChars).trim();
  return `${from > 0 ? '…' : ''}${part}${from + shownChars < line.length ? '…' : ''}`.toWellFormed();
}
