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
