import { readLink } from './link';
import { plainText } from './plain-text';

const most = 8;

const alike = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' } as const;

const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** Lower case without accents. Must equal the database's `searchText` function. */
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
 * Splits a query into words, longest first; a pasted link becomes its ID. A shortened ID is split at its "…".
 */
export function searchWords(q: string): string[] {
  const link = readLink(q);
  if (link) return [link.id];
  const words = plainText(q.replaceAll('…', ' '))
    .split(' ')
    .filter((word) => word !== '');
  return [...new Set(words)].sort((a, b) => b.length - a.length).slice(0, most);
}
