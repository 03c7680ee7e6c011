import { expect, test } from 'vitest';
import { timeLeft } from './time-left';

const minute = 60_000;

test.each([
  [0, { hours: 0, minutes: 0, seconds: 5 }],
  [11_000, { hours: 0, minutes: 0, seconds: 15 }],
  [57_000, { hours: 0, minutes: 1, seconds: 0 }],
  [61_000, { hours: 0, minutes: 2, seconds: 0 }],
  [59.5 * minute, { hours: 1, minutes: 0, seconds: 0 }],
  [61 * minute, { hours: 1, minutes: 5, seconds: 0 }],
  [26 * 60 * minute, { hours: 26, minutes: 0, seconds: 0 }],
])('%i ms are said as %o', (ms, said) => {
  expect(timeLeft(ms)).toEqual(said);
});
