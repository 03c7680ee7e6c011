import 'server-only';
import { Prisma } from '@/lib/server/db/generated/client';

/** What LIKE takes for signs of its own; people mean them literally. */
const literally = (words: string): string => words.replace(/[\\%_]/g, '\\$&');

/** A part of a login or an address in any case. Both are stored in one spelling (`normalLogin`), so words get it, too. */
export const containing = (words: string) =>
  ({ contains: literally(words.normalize('NFKC')), mode: 'insensitive' }) as const;

/**
 * Whether a text that people wrote has words in it: in any case, and whichever way either puts its letters together.
 * @param text as an index `…_searchText_idx` has it
 */
export const hasWords = (text: Prisma.Sql, words: string): Prisma.Sql =>
  Prisma.sql`"searchText"(${text}) LIKE '%' || "searchText"(${literally(words)}::text) || '%'`;
