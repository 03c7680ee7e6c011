import 'server-only';
import { searchText } from '@/lib/domain/pasted/search-words';
import { Prisma } from '@/lib/server/db/generated/client';

/** What LIKE takes for signs of its own; people mean them literally. */
const literally = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** A part of a login or an address, which have no accents. */
export const containing = (word: string) =>
  ({ contains: literally(searchText(word)), mode: 'insensitive' }) as const;

/** What `matches` takes for a word. */
export const patternOf = (word: string): string => `%${literally(word)}%`;

/** @param text as an index `…_searchText_idx` has it */
export const matches = (text: Prisma.Sql, pattern: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`"searchText"(${text}) LIKE "searchText"(${pattern})`;

/** True when a text that people wrote has a word in it, however either is written (lib/domain/pasted/search-words.ts). */
export const hasWord = (text: Prisma.Sql, word: string): Prisma.Sql =>
  matches(text, Prisma.sql`${patternOf(word)}::text`);
