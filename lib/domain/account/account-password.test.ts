import { expect, test } from 'vitest';
import { passwordFlaw, passwordStrength, suggestPassword } from './account-password';
import commonList from './common-passwords.json';

const commonPasswords = new Set(commonList);

const flaw = (password: string, names = ['grace', 'Slipway']) =>
  passwordFlaw(password, { names, common: commonPasswords });

test('eight bytes are enough, of any kind, and 1024 are the most', () => {
  expect(flaw('1234567')).toBe('tooShort');
  for (const fine of ['zu früh', '日本語で', 'aaaaaaab', 'correct horse', ' '.repeat(8), 'x'.repeat(1024)]) {
    expect(flaw(fine)).toBeNull();
  }
  expect(flaw('x'.repeat(1025))).toBe('tooLong');
});

test('a password that can’t be stored is refused', () => {
  for (const bad of ['nul\0nul\0', 'half \ud800 of it']) expect(flaw(bad)).toBe('unstorable');
});

test.each(['password', '12345678', 'Iloveyou', 'QWERTYUIOP', 'trustno1', '1qaz2wsx'])(
  '%s is one of those that everybody uses',
  (password) => {
    expect(flaw(password)).toBe('common');
  },
);

test.each(['gracegrace', 'Grace-123', 'slipway1', '!SLIPWAY!', 'grace.grace.grace'])(
  '%s is little more than a name',
  (password) => {
    expect(flaw(password)).toBe('name');
  },
);

test('a name within something longer, or one too short to tell, spoils nothing', () => {
  for (const fine of ['my name is grace', 'grace hopper', 'slipway-7391']) expect(flaw(fine)).toBeNull();
  expect(flaw('al-al-al-al', ['al'])).toBeNull();
  expect(flaw('whatever else', [''])).toBeNull();
});

test('the list holds thousands, all of them long enough to matter and in lower case', () => {
  expect(commonPasswords.size).toBeGreaterThan(3000);
  for (const word of commonPasswords) {
    expect(word.length).toBeGreaterThanOrEqual(8);
    expect(word).toBe(word.toLowerCase());
  }
});

test.each([
  ['aaaaaaaaaaaaaaaaaaaa', 'weak'],
  ['12345678901234567890', 'weak'],
  ['abcabcab', 'weak'],
  ['hunter22', 'weak'],
  ['Tr0ub4dor&3', 'fair'],
  ['correct horse', 'fair'],
  ['correct horse 42', 'good'],
  ['correct horse battery', 'strong'],
  ['wQ7$-kd9!Lp2#zXv', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test('a suggestion reads in groups of four and uses no look-alikes', () => {
  const suggested = suggestPassword((bytes) => crypto.getRandomValues(bytes));
  expect(suggested).toMatch(/^[a-zA-Z3-9]{4}(-[a-zA-Z3-9]{4}){3}$/);
  expect(suggested).not.toMatch(/[0Oo1lI]/);
});

test('bytes that would favour some letters are thrown away', () => {
  let round = 0;
  const fill = (bytes: Uint8Array) => bytes.fill(round++ === 0 ? 255 : 0);
  expect(suggestPassword(fill)).toBe('aaaa-aaaa-aaaa-aaaa');
  expect(round).toBe(2);
});
