import { withoutInvisible } from '../pasted/plain-text';

const lookAlikes: Record<string, string> = { '0': 'O', '1': 'I', '8': 'B' };

export type FactorCode = { kind: 'totp' | 'recovery'; code: string };

/** Reads six digits, or the ten letters of a recovery code, as people type and paste them. */
export function readFactorCode(text: string): FactorCode | null {
  const plain = withoutInvisible(text)
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, '');
  if (/^\d{6}$/.test(plain)) return { kind: 'totp', code: plain };
  const code = plain.replace(/[018]/g, (digit) => lookAlikes[digit] ?? digit);
  return /^[A-Z2-7]{10}$/.test(code) ? { kind: 'recovery', code } : null;
}

export const formatRecoveryCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
