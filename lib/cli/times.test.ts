import { expect, test } from 'vitest';
import { parseExpires, timeText } from './times';

test('a day ends with its last minute, where the person is', () => {
  expect(parseExpires(' 2999-02-28 ')).toEqual({ until: new Date(2999, 1, 28, 23, 59).getTime() });
});

test.each(['2999-02-30', '2999-13-01', '2999-1-1', '0', '500ms', 'tomorrow', ''])(
  '“%s” is neither a duration nor a day',
  (text) => {
    expect(() => parseExpires(text)).toThrow(expect.objectContaining({ exitCode: 2 }));
  },
);

test('a day that is over is named', () => {
  expect(() => parseExpires('2001-01-01')).toThrow('2001-01-01 is over.');
});

test('a duration is one of a second at least', () => {
  expect(parseExpires('1s')).toEqual({ lastsMs: 1_000 });
  expect(parseExpires('14 days')).toEqual({ lastsMs: 14 * 86_400_000 });
});

test('a moment is written in the person’s zone, and one that no clock has as a dash', () => {
  expect(timeText(new Date(2026, 0, 2, 3, 4).getTime())).toBe('2026-01-02 03:04');
  expect(timeText(Number.NaN)).toBe('-');
});
