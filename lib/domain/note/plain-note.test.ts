import { expect, test } from 'vitest';
import { isPlainNote } from './plain-note';

test.each([
  '',
  'Hi Bergmanns,\n\nhere they are. See you on 4 December, at 5:30!\nAda',
  'ハルハへ。写真です。',
  'It’s 100% done (really); “yes” – 3 + 4 = 7.',
])('%j is plain', (text) => expect(isPlainNote(text)).toBe(true));

test.each([
  '*plans*',
  'snake_case',
  '`code`',
  'a\n# b',
  '> said',
  '[a](b)',
  '<b>',
  'a | b',
  '~~no~~',
  'a\\b',
  '&amp;',
  'ada@example.org',
  'see https://example.org',
  'see www.example.org',
  'first\n- second',
  '+ one',
  '1. one',
  'two:\n 2) two',
  '-',
  'Title\n===',
  'Title\n---',
  'a\n\n    code',
  'a\n\n \tcode',
])('%j has Markdown', (text) => expect(isPlainNote(text)).toBe(false));

test('a long text of blanks and line ends is judged at once', () => {
  for (const piece of [' ', '\n', ' \n', 'a\t', '1', '= '])
    expect(isPlainNote(`a${piece.repeat(65_000 / piece.length)}`)).toBe(true);
});
