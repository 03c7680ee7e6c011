import { expect, test } from 'vitest';
import { formatDeviceCode, readDeviceCode, readMailCode } from './codes';

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

test('what hasn’t eight letters is no code of a program', () => {
  expect([readDeviceCode('BCDF'), readDeviceCode('')]).toEqual([null, null]);
});
