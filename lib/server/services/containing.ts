import 'server-only';
import { searchText } from '@/lib/domain/pasted/search-words';
import { Prisma } from '@/lib/server/db/generated/client';

/** Escapes the wildcards of LIKE. */
const escapeLike = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/** For logins and addresses, which have no accents. */
export const containing = (word: string) =>
  ({ contains: escapeLike(searchText(word)), mode: 'insensitive' }) as const;

export const likePattern = (word: string): string => `%${escapeLike(word)}%`;

/** @param text as the index `…_searchText_idx` has it */
export const matches = (text: Prisma.Sql, pattern: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`"searchText"(${text}) LIKE "searchText"(${pattern})`;

/** Ignores case, accents and width (lib/domain/pasted/search-words.ts). */
export const hasWord = (text: Prisma.Sql, word: string): Prisma.Sql =>
  matches(text, Prisma.sql`${likePattern(word)}::text`);
