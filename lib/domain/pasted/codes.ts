import { withoutInvisible } from './plain-text';

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Digits of any script are ten in a row, from a code on that ends with 0 or 6. */
function decimalOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  const row = code - (code % 16);
  return code - (isDigit(row) ? row : row + 6);
}

/**
 * The six digits of a mailed code, however they are typed or pasted, also out of a sentence that has other numbers; null
 * for what hasn't six.
 */
export function readMailCode(text: string): string | null {
  const plain = withoutInvisible(text)
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(decimalOf(digit)));
  const digits = plain.replace(/\D/g, '');
  if (digits.length === 6) return digits;
  const [code, another] = plain.match(/\b\d{3}[ -]?\d{3}\b/g) ?? [];
  return code && !another ? code.replace(/\D/, '') : null;
}

/** Two halves of consonants, whatever is between and around them. */
const deviceCode = /\b([B-DF-HJ-NP-TV-XZ]{4})[^A-Z\d]{0,3}([B-DF-HJ-NP-TV-XZ]{4})\b/;

/** The letters of a code that a program shows, without the sign between; null for what isn't one. */
export function readDeviceCode(text: string): string | null {
  const [, first = '', second = ''] =
    deviceCode.exec(withoutInvisible(text).normalize('NFKC').toUpperCase()) ?? [];
  return first + second || null;
}

/** As people read it, in two halves. */
export const shownDeviceCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
