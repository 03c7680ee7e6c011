import 'server-only';
import { create } from 'content-disposition';

/**
 * Formats Content-Disposition with `filename*` and a plain `filename` for simple clients (RFC 6266, appendix D), which is
 * always quoted because some of them expect it.
 */
export function disposition(name: string, type: 'inline' | 'attachment'): string {
  if (name === '') return type;
  const header = create(name.toWellFormed(), { type, fallback: plainName(name) });
  return header.replace(/^(\w+; filename=)([^";]+)/, '$1"$2"');
}

/** Letters that NFKD doesn't decompose. */
const letters: Record<string, string> = {
  ß: 'ss', ẞ: 'SS', Æ: 'AE', æ: 'ae', Œ: 'OE', œ: 'oe', Ø: 'O', ø: 'o', Đ: 'D', đ: 'd', Ł: 'L', ł: 'l', Þ: 'Th', þ: 'th', ı: 'i',
}; // biome-ignore format: a table

/** "Müller.bin" becomes "Muller.bin"; other characters and those unsafe in file names become "_". */
export function plainName(name: string): string {
  const plain = name
    .replace(/[^\x20-\x7e]/gu, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]|[<>:"/\\|?*]|%(?=[\da-f]{2})/giu, '_');
  return plain.replace(/[. ]+$/, '') || '_';
}
