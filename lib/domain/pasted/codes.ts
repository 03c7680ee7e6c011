import { withoutInvisible } from './plain-text';

const isDigit = (code: number): boolean => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Unicode decimal digits are ten in a row, starting at a code that ends with 0 or 6. */
function decimalOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  const row = code - (code % 16);
  return code - (isDigit(row) ? row : row + 6);
}

const asciiDigits = (text: string): string =>
  withoutInvisible(text)
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => String(decimalOf(digit)));

/** Returns what is found if it is found once, and null otherwise. */
function onlyOf(found: RegExpMatchArray | null): string | null {
  const [first = null, another] = found ?? [];
  return another === undefined ? first : null;
}

const sixDigits = /(?<![\p{L}\d])\d{3}[ -]?\d{3}(?![\p{L}\d])/gu;

/**
 * Finds the six digits of a mailed code, also in a sentence with other numbers. Returns null for none or
 * several.
 */
export function readMailCode(text: string): string | null {
  const plain = asciiDigits(text);
  const digits = plain.replace(/\D/g, '');
  if (digits.length === 6) return digits;
  return onlyOf(plain.match(sixDigits))?.replace(/\D/, '') ?? null;
}

export type FactorCode = { kind: 'totp' | 'recovery'; code: string };

const lookAlikes: Record<string, string> = { '0': 'O', '1': 'I', '8': 'B' };
const withoutSigns = (text: string): string => text.replace(/[^\p{L}\d]/gu, '');

// The surest forms first: in a sentence, two words of five letters each look like a code as well.
const recoveryForms = ['\\p{Pd}', '', '\\s'].map(
  (sign) => new RegExp(`(?<![\\p{L}\\d])[A-Z2-7]{5}${sign}[A-Z2-7]{5}(?![\\p{L}\\d])`, 'gu'),
);

/** Reads the six digits of an app, or the ten letters of a recovery code, with or without words around. */
export function readFactorCode(text: string): FactorCode | null {
  const plain = asciiDigits(text).toUpperCase();
  const digits = onlyOf(plain.match(sixDigits));
  if (digits) return { kind: 'totp', code: withoutSigns(digits) };
  const code = readRecoveryCode(plain.replace(/[018]/g, (digit) => lookAlikes[digit] ?? digit));
  if (code) return { kind: 'recovery', code };
  const all = readMailCode(plain);
  return all === null ? null : { kind: 'totp', code: all };
}

/** The whole list of recovery codes was pasted, or a part of it. */
export function hasSeveralCodes(text: string): boolean {
  const plain = asciiDigits(text).toUpperCase();
  return readFactorCode(text) === null && recoveryForms.some((form) => new Set(plain.match(form)).size > 1);
}

function readRecoveryCode(text: string): string | null {
  const whole = withoutSigns(text);
  if (/^[A-Z2-7]{10}$/.test(whole)) return whole;
  const found = recoveryForms.map((form) => text.match(form)).find((codes) => codes !== null);
  return found ? withoutSigns(onlyOf(found) ?? '') || null : null;
}

export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

const deviceCode = /\b([B-DF-HJ-NP-TV-XZ]{4})[^A-Z\d]{0,3}([B-DF-HJ-NP-TV-XZ]{4})\b/;

/** Returns the letters without their separator; null for none. */
export function readDeviceCode(text: string): string | null {
  const [, first = '', second = ''] =
    deviceCode.exec(withoutInvisible(text).normalize('NFKC').toUpperCase()) ?? [];
  return first + second || null;
}

export const formatDeviceCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;
