import 'server-only';
import { create } from 'content-disposition';

/**
 * How an answer is called when it is kept: its own name, and for programs that read nothing but the plain `filename`
 * one that every file system takes (RFC 6266, appendix D). Quoted even where the standard needs no quotes: simple
 * clients look for them.
 */
export function disposition(name: string, type: 'inline' | 'attachment'): string {
  if (name === '') return type;
  const header = create(name.toWellFormed(), { type, fallback: plainName(name) });
  return header.replace(/^(\w+; filename=)([^";]+)/, '$1"$2"');
}

/** Letters that are no plain letter with a mark. */
const letters: Record<string, string> = {
  ß: 'ss', ẞ: 'SS', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Đ: 'D', đ: 'd', Ł: 'L', ł: 'l', Þ: 'Th', þ: 'th', ı: 'i',
}; // biome-ignore format: a table

/** "Müller.bin" as "Muller.bin"; what has no such form, or is no letter of a name everywhere, as "_". */
export function plainName(name: string): string {
  const plain = name
    .replace(/[^\x20-\x7e]/gu, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|[<>:"/\\|?*]|%(?=[\da-f]{2})/giu, '_');
  return plain.replace(/[. ]+$/, '') || '_';
}
