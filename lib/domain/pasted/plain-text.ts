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

// Control characters, and those that change the reading direction and so disguise an ending.
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const isSeen = /[^\s\p{DI}]/u;

/** Removes characters that could disguise a name; "" when nothing visible is left. */
export function cleanName(name: string): string {
  const clean = name.toWellFormed().replace(unprintable, '').trim();
  return isSeen.test(clean) ? clean : '';
}

/**
 * Makes untrusted text safe for a header, terminal or question: no control characters, line breaks or changes
 * of the reading direction.
 */
export const oneLine = (text: string): string => cleanName(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));

/** The same for text of several lines. */
export const cleanLines = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, (sign) =>
      /[\n\t]/.test(sign) ? sign : '',
    );

/** Cuts long text at a blank, if one is near, and ends it with "…". */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text;
  const start = text.slice(0, maxLength - 1).replace(/[\ud800-\udbff]$/, '');
  const blank = start.search(/\s\S*$/);
  return `${(blank > maxLength * 0.6 ? start.slice(0, blank) : start).trimEnd()}…`;
}
