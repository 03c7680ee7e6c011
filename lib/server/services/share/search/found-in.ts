import 'server-only';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import { searchText } from '@/lib/domain/pasted/search-words';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { likePattern, matches } from '@/lib/server/services/containing';

type MatchPlace = NonNullable<ShareListItem['found']>;
type MatchRow = {
  id: string;
  description: string | null;
  alias: string | null;
  file: string | null;
  word: string;
  inNote: boolean;
  inAlias: boolean;
  inId: boolean;
};

/**
 * Finds, for each share, the first word missing in its name and where it occurs instead. Files are searched
 * last. Index: File_shareId_path_name_id.
 */
export async function findMatchPlaces(
  { db }: Context,
  ids: string[],
  words: string[],
): Promise<Map<string, MatchPlace>> {
  const has = (text: Prisma.Sql, pattern: Prisma.Sql) =>
    Prisma.sql`coalesce(${matches(text, pattern)}, false)`;
  const [sought, pattern] = [Prisma.sql`u."pattern"`, Prisma.sql`w."pattern"`];
  const rows = await db.$queryRaw<MatchRow[]>`
    SELECT w.*, f."file" FROM (
      SELECT s."id", s."description", a."name" AS "alias", u."word", u."pattern",
        ${has(Prisma.sql`s."description"`, sought)} AS "inNote", ${has(Prisma.sql`a."name"`, sought)} AS "inAlias",
        ${has(Prisma.sql`s."id"`, sought)} AS "inId"
      FROM "Share" s LEFT JOIN "Alias" a ON a."id" = s."aliasId" CROSS JOIN LATERAL (
        SELECT u.* FROM unnest(${words}::text[], ${words.map(likePattern)}::text[]) WITH ORDINALITY AS u ("word", "pattern", "n")
        WHERE NOT ${has(Prisma.sql`s."name"`, sought)} ORDER BY u."n" LIMIT 1) u
      WHERE s."id" = ANY (${ids})) w
    LEFT JOIN LATERAL (
      SELECT CASE WHEN f."path" = '' THEN f."name" ELSE f."path" || '/' || f."name" END AS "file" FROM "File" f
      WHERE NOT (w."inNote" OR w."inAlias" OR w."inId")
        AND f."shareId" = w."id" AND ${has(Prisma.sql`f."path" || '/' || f."name"`, pattern)}
      ORDER BY f."path", f."name", f."id" LIMIT 1) f ON true`;
  return new Map(rows.flatMap(placeOf));
}

function placeOf(row: MatchRow): [string, MatchPlace][] {
  if (row.inNote) return [[row.id, { in: 'note', text: lineWith(row.description ?? '', row.word) }]];
  if (row.inAlias && row.alias !== null) return [[row.id, { in: 'alias', text: row.alias }]];
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
