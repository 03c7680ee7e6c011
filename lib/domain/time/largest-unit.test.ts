import { expect, test } from 'vitest';
import { largestUnit } from './largest-unit';

const hour = 3_600_000;

test.each([
  [-5, 'minute', 1],
  [59_000, 'minute', 1],
  [hour - 1, 'minute', 59],
  [hour, 'hour', 1],
  [24 * hour - 1, 'hour', 23],
  [6.9 * 24 * hour, 'day', 6],
  [60 * 24 * hour, 'day', 60],
  [61 * 24 * hour, 'month', 2],
  [365 * 24 * hour, 'month', 12],
])('%d ms are told as %s, %d of them', (ms, unit, amount) => {
  expect(largestUnit(ms)).toEqual({ unit, amount });
});
