import { expect, test } from 'vitest';
import {
  exactBytes,
  formatBytes,
  openPercent,
  parseBytes,
  parseDuration,
  percent,
  shortBytes,
} from './units';

test.each([
  ['512', 512],
  ['512K', 524_288],
  ['10M', 10_485_760],
  ['1.5G', 1_610_612_736],
  [' 2 g ', 2_147_483_648],
  ['3GB', 3_221_225_472],
  ['1,5 GB', 1_610_612_736],
  ['1,25 Go', 1_342_177_280],
  ['1.5GiB', 1_610_612_736],
  ['２０Ｋ', 20_480],
  ['0', 0],
])('the size %j is %i bytes', (text, bytes) => expect(parseBytes(text)).toBe(bytes));

test.each([
  [0, '0'],
  [1000, '1000'],
  [1024, '1K'],
  [1_610_612_736, '1.5G'],
  [1_610_612_737, '1610612737'],
  [5 * 1024 ** 4, '5T'],
])('%i bytes are written as %j and read as the same', (bytes, text) => {
  expect(exactBytes(bytes)).toBe(text);
  expect(parseBytes(text)).toBe(bytes);
});

test.each(['', 'K', '-1', '1,500G', '1,5,5G', '1.5X', 'ten', '1e3', '99999999T'])('%j is no size', (text) =>
  expect(parseBytes(text)).toBeNull(),
);

test.each([
  ['1500', 1500],
  ['8 minutes', 480_000],
  ['1 minute', 60_000],
  ['14 days', 1_209_600_000],
  ['1.5 hours', 5_400_000],
  ['30s', 30_000],
  ['250ms', 250],
  ['2 weeks', 1_209_600_000],
])('the duration %j is %i milliseconds', (text, ms) => expect(parseDuration(text)).toBe(ms));

test.each(['', 'minutes', '-1 day', '5 fortnights', '1 day 2 hours'])('%j is no duration', (text) =>
  expect(parseDuration(text)).toBeNull(),
);

test.each([
  [0, '0B'],
  [1023, '1023B'],
  [1024, '1.00K'],
  [18_234, '17.81K'],
  [734_003_200, '700.00M'],
  [3_221_225_472, '3.00G'],
  [5_497_558_138_880, '5,120.00G'],
])('%i bytes are shown as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

test.each([
  ['en-GB', '5,120.50G'],
  ['de', '5.120,50G'],
  ['fr', '5\u202f120,50G'],
  ['cs', '5\u00a0120,50G'],
  ['es', '5120,50G'],
  ['it', '5120,50G'],
  ['ja', '5,120.50G'],
  ['pt-BR', '5.120,50G'],
])('in %s a size is written as %s', (language, text) =>
  expect(formatBytes(5120.5 * 1024 ** 3, language)).toBe(text),
);

test('an empty file is complete, and the last byte makes the hundred', () => {
  expect(percent(0, 0)).toBe(100);
  expect(percent(999, 1000)).toBe(99);
  expect(percent(1000, 1000)).toBe(100);
  expect(percent(1, 3)).toBe(33);
  expect(openPercent(1, 3)).toBe(33);
  expect(openPercent(3, 3)).toBe(99);
});

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '0.977 KB'],
  [1023, '0.999 KB'],
  [1024, '1 KB'],
  [51_098, '49.9 KB'],
  [317_718_528, '303 MB'],
  [1023.6 * 1024 ** 2, '1 GB'],
  [3 * 1024 ** 5, '3,070 TB'],
])('%d bytes are read in passing as %s', (bytes, text) => expect(shortBytes(bytes)).toBe(text));

test('sizes have the decimal sign of their language', () => expect(shortBytes(51_098, 'de')).toBe('49,9 KB'));
