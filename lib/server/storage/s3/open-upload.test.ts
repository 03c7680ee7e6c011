import { expect, test } from 'vitest';
import { mergeable } from './open-upload';
import type { Stretch } from './stretch';

const tails = (...sizes: number[]): Stretch[] => {
  let position = 0;
  return sizes.map((sizeBytes) => {
    position += sizeBytes;
    return { position: position - sizeBytes, sizeBytes, source: { key: `at ${position}` } };
  });
};
const times = (count: number, size: number) => Array.from({ length: count }, () => size);

test('eight tails of about the same size become one, fewer are left alone', () => {
  expect(mergeable([])).toBe(0);
  expect(mergeable(tails(...times(7, 10_000)))).toBe(0);
  expect(mergeable(tails(...times(8, 10_000)))).toBe(8);
  expect(mergeable(tails(80_000, 80_000, ...times(7, 10_000)))).toBe(0);
  expect(mergeable(tails(80_000, 80_000, ...times(8, 10_000)))).toBe(8);
});

test('a part that comes in sixteen hundred requests has few tails, and each byte of it is sent again a few times', () => {
  let stretches: Stretch[] = [];
  let [most, sentAgain] = [0, 0];
  for (let n = 0; n < 1_600; n++) {
    stretches = [...stretches, ...tails(10_000)];
    for (let count = mergeable(stretches); count > 0; count = mergeable(stretches)) {
      const sizeBytes = stretches.slice(-count).reduce((sum, stretch) => sum + stretch.sizeBytes, 0);
      sentAgain += sizeBytes;
      stretches = [...stretches.slice(0, -count), ...tails(sizeBytes)];
    }
    most = Math.max(most, stretches.length);
  }
  expect(most).toBeLessThan(40);
  expect(sentAgain).toBeLessThan(16_000_000 * 5);
});
