import { expect, test } from 'vitest';
import { cleanLines, cleanName, hashedForm, oneLine, passwordForms, shortened } from './plain-text';

const meant = "it's 5 o'clock";

test.each([
  ['as it is', meant],
  ['with a blank behind it', `${meant} `],
  ['with a line end', `${meant}\r\n`],
  ['with marks of direction around it', `\u200e${meant}\u200e`],
  ['with a byte order mark', `\ufeff${meant}`],
  ['with no-break blanks', meant.replaceAll(' ', '\u00a0')],
  ['with narrow no-break blanks', meant.replaceAll(' ', '\u202f')],
  ['with ideographic blanks', meant.replaceAll(' ', '\u3000')],
  ['with a soft hyphen', "it's 5 o'cl\u00adock"],
  ['with a zero-width blank', "it's\u200b 5 o'clock"],
  ['with a word joiner', "it's 5\u2060 o'clock"],
  ['with a phone’s apostrophe', 'it’s 5 o’clock'],
  ['with opening quotes', 'it‘s 5 o‘clock'],
  ['in full-width letters', 'ｉｔ＇ｓ　５　ｏ＇ｃｌｏｃｋ'],
  ['with all of these', '\ufeffit’s\u00a05\u00ad o’clock '],
])('a password is the same %s', (_, typed) => {
  expect(passwordForms(typed)).toContain(hashedForm(meant));
  expect(passwordForms(typed).length).toBeLessThanOrEqual(2);
});

test('letters put together and taken apart are the same', () => {
  expect(hashedForm('cafe\u0301')).toBe(hashedForm('caf\u00e9'));
});

test('the typed form is tried first, and other letters are others', () => {
  expect(passwordForms('“Ab”')).toEqual(['“Ab”', '"Ab"']);
  expect(passwordForms('it’S')).not.toContain("it's");
});

test('a password of nothing but blanks stays one', () => expect(hashedForm(' \u200b')).toBe(' \u200b'));

test('a long password of blanks is read at once', () => {
  const began = performance.now();
  expect(passwordForms(`${' '.repeat(100_000)}x${' '.repeat(100_000)}`)[1]).toBe('x');
  expect(performance.now() - began).toBeLessThan(500);
});

test.each([
  ['Plans', 'Plans'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['\u2066left\u2069 \u200fright\u061c', 'left right'],
  ['a\u0000b\u0085', 'ab'],
  ['\u00a0 Plans \ufeff', 'Plans'],
  ['👩‍👩‍👧 ❤️', '👩‍👩‍👧 ❤️'],
  ['نمی‌خواهم', 'نمی‌خواهم'],
  ['\u200b\u3164 ', ''],
  ['half \ud83d', 'half \ufffd'],
])('the name %j becomes %j', (name, clean) => expect(cleanName(name)).toBe(clean));

test.each([
  ['a\r\n\tb', 'a b'],
  ['\u001b[31mred\u0007\u009b2J', '[31mred 2J'],
  ['two\u2028lines\u2029', 'two lines'],
  ['invoice\u202efdp.exe \u061c\u200f', 'invoicefdp.exe'],
  ['  two  blanks ', 'two  blanks'],
  ['Zürich 👨‍👩‍👧 日本語', 'Zürich 👨‍👩‍👧 日本語'],
  ['half \ud800', 'half \ufffd'],
])('%j is %j in a line', (text, line) => expect(oneLine(text)).toBe(line));

test.each([
  ['a\r\nb\rc\n\n\td', 'a\nb\nc\n\n\td'],
  ['gpj.\u202ephoto\u202c\u0007\0\u2028x', 'gpj.photox'],
  ['half \ud83d of one', 'half \ufffd of one'],
])('of the lines %j stays %j', (text, clean) => expect(cleanLines(text)).toBe(clean));

test.each([
  ['short', 'short'],
  ['one two three four', 'one two…'],
  ['a very-long-word', 'a very-lo…'],
  ['123456789012', '123456789…'],
  ['12345678😀12', '12345678…'],
])('%j in ten letters is %j', (text, cut) => expect(shortened(text, 10)).toBe(cut));
