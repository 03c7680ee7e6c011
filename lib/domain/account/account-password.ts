import { hashedForm } from '../pasted/password-forms';

/** Why a new password is refused, in the order in which it is found. */
export type PasswordFlaw = 'tooShort' | 'tooLong' | 'unstorable' | 'common' | 'name';

export const passwordBytes = { min: 8, max: 1024 } as const;

type Knowledge = {
  /** What everybody tries first: the login and the name of the installation. */
  names: readonly string[];
  /** The passwords that are used most, in lower case. */
  common: ReadonlySet<string>;
};

/** The rules for a new password of an account: the same for the form and for the server, which has the last word. */
export function passwordFlaw(password: string, { names, common }: Knowledge): PasswordFlaw | null {
  const bytesOf = (text: string) => new TextEncoder().encode(text).length;
  if (bytesOf(hashedForm(password)) < passwordBytes.min) return 'tooShort';
  if (bytesOf(password) > passwordBytes.max) return 'tooLong';
  if (password.includes('\0') || !password.isWellFormed()) return 'unstorable';
  const plain = hashedForm(password).toLowerCase();
  if (common.has(plain)) return 'common';
  return names.some((name) => isHardlyMoreThan(plain, name.trim().toLowerCase())) ? 'name' : null;
}

/** A name written once or several times with less than five other characters around it. */
function isHardlyMoreThan(password: string, name: string): boolean {
  if (name.length < 3) return password === name;
  return password.includes(name) && password.replaceAll(name, '').length < 5;
}

export type Strength = 'weak' | 'fair' | 'good' | 'strong';

/**
 * How long guessing would take, roughly: length counts most, then how many different characters there are.
 * Only a hint while typing; nothing is refused by it.
 */
export function passwordStrength(password: string): Strength {
  const characters = [...password];
  const steps = characters
    .slice(1)
    .filter((character, index) => !follows(characters[index] ?? '', character));
  const bits = (steps.length + 1) * Math.log2(Math.max(2, alphabetOf(password)));
  if (bits < 45) return 'weak';
  if (bits < 60) return 'fair';
  return bits < 80 ? 'good' : 'strong';
}

/** Repeating a character or going on to the next one ("aaa", "123", "fed") adds nothing. */
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
  // Few different characters are few, whatever they might have been.
  return Math.min(possible, new Set(password).size * 4);
}
