import 'server-only';
import type { ShareListItem } from '@/lib/contract/share/share-shapes';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { hasWords } from '@/lib/server/services/containing';

type Found = NonNullable<ShareListItem['found']>;
type Row = {
  id: string;
  description: string | null;
  alias: string | null;
  file: string | null;
  inTitle: boolean;
  inNote: boolean;
  inAlias: boolean;
  inId: boolean;
};

/**
 * Where the words are in each of a page of shares that were found by them, unless its name tells. Files are looked
 * through where nothing else has them, and then one does. Index: File_shareId_path_name_id.
 */
export async function foundIn({ db }: Context, ids: string[], q: string): Promise<Map<string, Found>> {
  const has = (text: Prisma.Sql) => Prisma.sql`coalesce(${hasWords(text, q)}, false)`;
  const rows = await db.$queryRaw<Row[]>`
    SELECT w.*, f."file" FROM (
      SELECT s."id", s."description", a."name" AS "alias", ${has(Prisma.sql`s."name"`)} AS "inTitle",
        ${has(Prisma.sql`s."description"`)} AS "inNote", ${has(Prisma.sql`a."name"`)} AS "inAlias",
        ${has(Prisma.sql`s."id"`)} AS "inId"
      FROM "Share" s LEFT JOIN "Alias" a ON a."id" = s."aliasId" WHERE s."id" = ANY (${ids})) w
    LEFT JOIN LATERAL (
      SELECT CASE WHEN f."path" = '' THEN f."name" ELSE f."path" || '/' || f."name" END AS "file" FROM "File" f
      WHERE NOT (w."inTitle" OR w."inNote" OR w."inAlias" OR w."inId")
        AND f."shareId" = w."id" AND ${has(Prisma.sql`f."path" || '/' || f."name"`)}
      ORDER BY f."path", f."name", f."id" LIMIT 1) f ON true`;
  return new Map(rows.flatMap((row) => placeOf(row, q)));
}

function placeOf(row: Row, q: string): [string, Found][] {
  if (row.inTitle) return [];
  if (row.inNote) return [[row.id, { in: 'note', text: lineWith(row.description ?? '', q) }]];
  if (row.inAlias && row.alias !== null) return [[row.id, { in: 'alias', text: row.alias }]];
  if (row.inId) return [[row.id, { in: 'id', text: row.id }]];
  return row.file === null ? [] : [[row.id, { in: 'file', text: row.file }]];
}

/** How much of a note is shown around the words. */
const shownChars = 100;

/** The line of a note that has the words, or the part around them. */
function lineWith(note: string, q: string): string {
  const words = plain(q);
  const line = note.split('\n').find((one) => plain(one).includes(words)) ?? note;
  const at = Math.max(0, plain(line).indexOf(words));
  const from = line.length <= shownChars ? 0 : Math.max(0, at - 30);
  const part = line.slice(from, from + shownChars).trim();
  return `${from > 0 ? '…' : ''}${part}${from + shownChars < line.length ? '…' : ''}`.toWellFormed();
}

/** As near to "searchText" as is needed to show the place. */
const plain = (text: string): string => text.normalize('NFC').toLowerCase();
