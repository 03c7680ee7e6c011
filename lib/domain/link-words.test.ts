import { expect, test } from 'vitest';
import { areGuessable, areReserved, isLinkWords, normalizeLinkWords } from './link-words';

test.each(['autumn-report', 'abc', 'A.b', '2026', 'team@work', `a${'b'.repeat(79)}`])(
  '%s can be part of a link',
  (words) => expect(isLinkWords(words)).toBe(true),
);

test.each([
  ['too short', 'ab'],
  ['too long', 'a'.repeat(81)],
  ['blanks', 'autumn report'],
  ['letters of other alphabets that look the same', 'аutumn-report'],
  ['wide letters', 'ａutumn-report'],
  ['invisible characters', 'autumn\u200b-report'],
  ['a stop that mail programs leave out', 'autumn-report.'],
  ['folders', '../autumn'],
  ['nothing but signs', '...'],
  ['percent signs', 'autumn%2Dreport'],
])('%s can not: %j', (_, words) => expect(isLinkWords(words)).toBe(false));

test('words are one whatever their case', () =>
  expect(normalizeLinkWords(' Autumn-Report ')).toBe('autumn-report'));

test('words of the product are nobody’s', () => {
  for (const words of [
    'LOGIN',
    'sign-in',
    'Sign_In',
    'log.in',
    'reset-password',
    'sso',
    'robots.txt',
    'forgot-password',
  ])
    expect(areReserved(words), words).toBe(true);
  for (const words of ['login-form', 'reset-button', 'lesson']) expect(areReserved(words), words).toBe(false);
});

test('short words are soon guessed', () => {
  expect(areGuessable('report')).toBe(true);
  expect(areGuessable('autumn-report')).toBe(false);
});
