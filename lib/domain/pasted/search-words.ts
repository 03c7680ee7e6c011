import { readLink } from './link';
import { plainText } from './plain-text';

/** More words narrow a list down no further than people can remember. */
const most = 8;

/** Letters that are searched alike. */
const alike = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' } as const;

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** A text as searches compare it: small letters without accents. The same as the database's "searchText". */
export function searchText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return plainText(text)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[ßæœøđłı]/g, (letter) => alike[letter as keyof typeof alike])
    .normalize('NFC');
}

/**
 * What is searched for: words that must all occur, the longest first; of a pasted link its ID. The sign in a shortened ID
 * separates two.
 */
export function searchWords(q: string): string[] {
  const link = readLink(q);
  if (link) return [link.id];
  const words = plainText(q.replaceAll('…', ' '))
    .split(' ')
    .filter((word) => word !== '');
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, most);
}
