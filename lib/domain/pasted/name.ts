// Control characters, and those that turn the reading direction and so disguise an ending.
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;
const isSeen = /[^\s\p{DI}]/u;

/** The one rule for names of everything: what could disguise one is left out; "" when nothing is left to be seen. */
export function cleanName(name: string): string {
  const clean = name.toWellFormed().replace(unprintable, '').trim();
  return isSeen.test(clean) ? clean : '';
}
