const invisible = /\p{DI}+/gu;

export const withoutInvisible = (text: string): string => text.replace(invisible, '');

/**
 * Normalizes text that keyboards and word processors write differently: compatibility forms, quotes, dashes,
 * blanks, invisible characters.
 */
export const plainText = (text: string): string =>
  withoutInvisible(text)
    .replace(/[‘’‚‛′ʼ´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .normalize('NFKC')
    .replace(/\s/g, ' ')
    .trim();

/**
 * Normalizes a password for hashing, so that it works from any keyboard, phone or mail. Keeps passwords of
 * invisible characters.
 */
export const hashedForm = (password: string): string => plainText(password) || password;

/** The possible meanings of an entered password: as typed, and normalized. */
export const passwordForms = (password: string): string[] => [...new Set([password, hashedForm(password)])];
