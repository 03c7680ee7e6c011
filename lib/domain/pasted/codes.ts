import { withoutInvisible } from './plain-text';

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Unicode decimal digits are ten in a row, starting at a code that ends with 0 or 6. */
function decimalOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  const row = code - (code % 16);
  return code - (isDigit(row) ? row : row + 6);
}

/**
 * Finds the six digits of a mailed code, also in a sentence with other numbers. Returns null for none or
 * several.
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

const deviceCode = /\b([B-DF-HJ-NP-TV-XZ]{4})[^A-Z\d]{0,3}([B-DF-HJ-NP-TV-XZ]{4})\b/;

/** Returns the letters without their separator; null for none. */
export function readDeviceCode(text: string): string | null {
  const [, first = '', second = ''] =
    deviceCode.exec(withoutInvisible(text).normalize('NFKC').toUpperCase()) ?? [];
  return first + second || null;
}

export const formatDeviceCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
