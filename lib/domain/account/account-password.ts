import { hashedForm } from '../pasted/plain-text';

export type PasswordFlaw = 'tooShort' | 'tooLong' | 'unstorable' | 'common' | 'name';

export const passwordBytes = { min: 8, max: 1024 } as const;

export function passwordFlaw(
  password: string,
  { names, common }: { names: readonly string[]; common: ReadonlySet<string> },
): PasswordFlaw | null {
  const bytesOf = (text: string) => new TextEncoder().encode(text).length;
  if (bytesOf(hashedForm(password)) < passwordBytes.min) return 'tooShort';
  if (bytesOf(password) > passwordBytes.max) return 'tooLong';
  if (password.includes('\0') || !password.isWellFormed()) return 'unstorable';
  const plain = hashedForm(password).toLowerCase();
  if (common.has(plain)) return 'common';
  return names.some((name) => isMostlyName(plain, name.trim().toLowerCase())) ? 'name' : null;
}

function isMostlyName(password: string, name: string): boolean {
  if (name.length < 3) return password === name;
  return password.includes(name) && password.replaceAll(name, '').length < 5;
}

export type PasswordStrength = 'weak' | 'fair' | 'good' | 'strong';

/** Only a hint while typing; nothing is refused by it. */
export function passwordStrength(password: string): PasswordStrength {
  const characters = [...password];
  const steps = characters
    .slice(1)
    .filter((character, index) => !follows(characters[index] ?? '', character));
  const bits = (steps.length + 1) * Math.log2(Math.max(2, alphabetOf(password)));
  if (bits < 45) return 'weak';
  if (bits < 60) return 'fair';
  return bits < 80 ? 'good' : 'strong';
}

/** Repeated or neighbouring characters ("aaa", "123", "fed") add no strength. */
const follows = (before: string, character: string) =>
  Math.abs((before.codePointAt(0) ?? 0) - (character.codePointAt(0) ?? 0)) <= 1;

function alphabetOf(password: string): number {
  const kinds = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^A-Za-z0-9]/, 33],
  ] as const;
  const possible = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  // Few different characters give few combinations, whatever the alphabet.
  return Math.min(possible, new Set(password).size * 4);
}

// Without letters and digits that are confused when read out, such as 0 O o and 1 l I.
const alphabet = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXY34679';

/** About 90 bits. */
export function suggestPassword(fill: (bytes: Uint8Array<ArrayBuffer>) => Uint8Array): string {
  let letters = '';
  while (letters.length < 16) {
    for (const byte of fill(new Uint8Array(32))) {
      // Bytes beyond the last whole alphabet are skipped, so that every letter is equally likely.
      if (byte < 256 - (256 % alphabet.length) && letters.length < 16)
        letters += alphabet[byte % alphabet.length];
    }
  }
  return (letters.match(/.{4}/g) ?? []).join('-');
}
