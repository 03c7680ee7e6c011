import { expect, test } from 'vitest';
import { hasBlankEnds, passwordForms } from './password-forms';

test.each([
  ['as it is hashed', 'plain', ['plain']],
  ['with composed letters', 'caf\u00e9', ['caf\u00e9']],
  ['with letters taken apart', 'cafe\u0301', ['caf\u00e9', 'cafe\u0301']],
  ['with what pasting brings along', '\ufeff a b\u00a0\r\n', ['\ufeff a b\u00a0\r\n', 'a b']],
  ['of nothing but blanks', ' \u200b', [' \u200b', '']],
])('a password %s may be meant in these forms', (_, given, forms) => {
  expect(passwordForms(given)).toEqual(forms);
});

test('a long password of blanks is read at once', () => {
  expect(passwordForms(`${' '.repeat(100_000)}x${' '.repeat(100_000)}`)[1]).toBe('x');
});

test('blanks at the ends are noticed, and no others', () => {
  expect(['a b', 'é'].map(hasBlankEnds)).toEqual([false, false]);
  expect([' a', 'a\n', '\u00a0a', 'a\u200b'].map(hasBlankEnds)).toEqual([true, true, true, true]);
});
