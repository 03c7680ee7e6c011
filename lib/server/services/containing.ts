import 'server-only';

/** A part of a text in any case. Prisma hands LIKE's own signs through; people mean them literally. */
export const containing = (words: string) =>
  ({ contains: words.replace(/[\\%_]/g, '\\$&'), mode: 'insensitive' }) as const;
