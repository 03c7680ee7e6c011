import { expect, test } from 'vitest';
import { formatDeviceCode, hasSeveralCodes, readDeviceCode, readFactorCode, readMailCode } from './codes';

test.each([
  ['as it is', '123456'],
  ['in two halves', '123-456'],
  ['with a blank', ' 123 456 '],
  ['with its words', 'Code: 123456'],
  ['with a zero-width blank', '123\u200b456'],
  ['with a byte order mark', '\ufeff123456'],
  ['with a soft hyphen', '123\u00ad456'],
  ['with a no-break blank', '123\u00a0456'],
  ['in full-width digits', '１２３４５６'],
  ['in Arabic digits', '١٢٣٤٥٦'],
  ['in digits of Devanagari', '१२३४५६'],
  ['in a sentence with other numbers', 'Your code is 123456, for 15 minutes.'],
])('a mailed code is read %s', (_, text) => expect(readMailCode(text)).toBe('123456'));

test.each(['123456 or 654321', '', '12345', '1234567', 'Code', '１２３４５'])('%j is no code', (text) =>
  expect(readMailCode(text)).toBeNull(),
);

test.each(['BCDF-GHJK', ' bcdfghjk. ', 'ＢＣＤＦ–ＧＨＪＫ', 'BCDF\u200b-GHJK)', 'The code is BCDF-GHJK.'])(
  'a program’s code is read from %j',
  (text) => {
    expect(formatDeviceCode(readDeviceCode(text) ?? '')).toBe('BCDF-GHJK');
  },
);

test('text without eight letters is no code of a program', () => {
  expect([readDeviceCode('BCDF'), readDeviceCode('')]).toEqual([null, null]);
});

test.each([
  '123456',
  ' 123 456 ',
  '123\u00a0456',
  '123-456',
  '123–456',
  '12 34 56',
  '1 2 3 4 5 6',
  '１２３４５６',
  '١٢٣٤٥٦',
  '123\u200b456',
  'Code: 123456',
  'Code 123 456.',
  '“123456”',
  'Slipway (ada@example.org): 123456',
  'Your code is 123456, for 30 seconds.',
  'Code:123456Valid for a while',
])('the code of an app is read from %j', (text) =>
  expect(readFactorCode(text)).toEqual({ kind: 'totp', code: '123456' }),
);

test.each([
  'ABCDE-2BCIO',
  'abcde-2bcio',
  'ABCDE2BCIO',
  ' abcde 2bcio ',
  'ABCDE – 2BCIO',
  'ABCDE_2BCIO',
  'a b c d e 2 b c i o',
  'ＡＢＣＤＥ－２ＢＣＩＯ',
  'ABCDE\u00ad-2BCIO',
  'A8CDE-28C10',
  '1. ABCDE-2BCIO',
  '“ABCDE-2BCIO”.',
  'Recovery code: abcde-2bcio',
  'Use these codes: abcde-2bcio',
  'Recovery code abcde2bcio, unused',
  'Code abcde 2bcio',
])('a recovery code is read from %j', (text) =>
  expect(readFactorCode(text)).toEqual({ kind: 'recovery', code: 'ABCDE2BCIO' }),
);

test('digits in a recovery code are no code of an app', () =>
  expect(readFactorCode('My code: A2345-67BCD')).toEqual({ kind: 'recovery', code: 'A234567BCD' }));

test.each(['', '12345', '1234567', '123456 654321', 'ABCDE-2BCI', 'ABCDE-2BCIO KLMNO-PQRST', 'a code'])(
  '%j is no code of a second factor',
  (text) => expect(readFactorCode(text)).toBeNull(),
);

test('a list of recovery codes is told from one, and from a code of an app', () => {
  const codes = ['ABCDE-2BCIO', 'KLMNO-PQRST', 'UVWXY-Z2345'];
  for (const list of [
    codes.join('\n'),
    codes.join(', '),
    codes.map((code, n) => `${n + 1}. ${code}`).join('\n'),
  ])
    expect(hasSeveralCodes(list)).toBe(true);
  for (const one of [codes[0] ?? '', '123456', `${codes[0]} ${codes[0]}`, 'a code', ''])
    expect(hasSeveralCodes(one)).toBe(false);
});

test('a long text is read at once', () => {
  const began = performance.now();
  for (const piece of ['1', '1 ', 'A', 'A-', 'ABCDE ', '\u200b']) readFactorCode(piece.repeat(20_000));
  expect(performance.now() - began).toBeLessThan(1_000);
});
