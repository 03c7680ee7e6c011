/** What programs add to text and nobody sees: zero-width characters, marks of direction, soft hyphens. */
const invisible = /\p{DI}+/gu;

export const withoutInvisible = (text: string): string => text.replace(invisible, '');

/**
 * One form for text that keyboards, phones and word processors write differently: compatibility forms are one letter,
 * quotes, dashes and blanks are those of every keyboard, and nothing is invisible or at the ends.
 */
export const plainText = (text: string): string =>
  withoutInvisible(text)
    .replace(/[‘’‚‛′ʼ´]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—―−]/g, '-')
    .normalize('NFKC')
    .replace(/\s/g, ' ')
    .trim();
