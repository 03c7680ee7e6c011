import { withoutInvisible } from './plain-text';

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Digits of any script are ten in a row, from a code on that ends with 0 or 6. */
function decimalOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  const row = code - (code % 16);
  return code - (isDigit(row) ? row : row + 6);
}

/** The six digits of a mailed code, however they are typed or pasted; null for what hasn't six. */
export function readMailCode(text: string): string | null {
  const digits = [...text.normalize('NFKC').matchAll(/\p{Nd}/gu)].map(([digit]) => decimalOf(digit));
  return digits.length === 6 ? digits.join('') : null;
}

const deviceCode = /^[A-Z]{8}$/;

/** The letters of a code that a program shows, without the sign between; null for what isn't one. */
export function readDeviceCode(text: string): string | null {
  const letters = withoutInvisible(text)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^A-Z]/g, '');
  return deviceCode.test(letters) ? letters : null;
}

/** As people read it, in two halves. */
export const shownDeviceCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
