import { expect, test } from 'vitest';
import { percent } from './percent';

test('an empty file is complete, and the last byte makes the hundred', () => {
  expect(percent(0, 0)).toBe(100);
  expect(percent(999, 1000)).toBe(99);
  expect(percent(1000, 1000)).toBe(100);
  expect(percent(1, 3)).toBe(33);
});
