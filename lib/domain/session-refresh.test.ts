import { expect, test } from 'vitest';
import { untilRefresh } from './session-refresh';

test('a refresh is due one interval after the last one of any tab', () => {
  expect(untilRefresh(1_000, 240_000, 1_000)).toBe(240_000);
  expect(untilRefresh(1_000, 240_000, 201_000)).toBe(40_000);
});

test('after sleeping too long it is due at once', () => {
  expect(untilRefresh(1_000, 240_000, 999_999)).toBe(0);
});

test('a time that can’t be, from a clock set back or a foreign hand, is not believed', () => {
  expect(untilRefresh(0, 240_000, 5)).toBe(0);
  expect(untilRefresh(Number.NaN, 240_000, 5)).toBe(0);
  expect(untilRefresh(9_999_999, 240_000, 5)).toBe(0);
});
