import { expect, test } from 'vitest';
import { mergeable } from './open-upload';
import type { Segment } from './segment';

const tails = (...sizes: number[]): Segment[] => {
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
  let segments: Segment[] = [];
  let [most, sentAgain] = [0, 0];
  for (let n = 0; n < 1_600; n++) {
    segments = [...segments, ...tails(10_000)];
    for (let count = mergeable(segments); count > 0; count = mergeable(segments)) {
      const sizeBytes = segments.slice(-count).reduce((sum, segment) => sum + segment.sizeBytes, 0);
      sentAgain += sizeBytes;
      segments = [...segments.slice(0, -count), ...tails(sizeBytes)];
    }
    most = Math.max(most, segments.length);
  }
  expect(most).toBeLessThan(40);
  expect(sentAgain).toBeLessThan(16_000_000 * 5);
});
