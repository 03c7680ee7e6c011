import { expect, test } from 'vitest';
import { mergeableTails } from './open-upload';
import type { BodySegment } from './segment';

const tails = (...sizes: number[]): BodySegment[] => {
  let position = 0;
  return sizes.map((sizeBytes) => {
    position += sizeBytes;
    return { position: position - sizeBytes, sizeBytes, source: { key: `at ${position}` } };
  });
};
const times = (count: number, size: number) => Array.from({ length: count }, () => size);

test('eight tails of about the same size become one, fewer are left alone', () => {
  expect(mergeableTails([])).toBe(0);
  expect(mergeableTails(tails(...times(7, 10_000)))).toBe(0);
  expect(mergeableTails(tails(...times(8, 10_000)))).toBe(8);
  expect(mergeableTails(tails(80_000, 80_000, ...times(7, 10_000)))).toBe(0);
  expect(mergeableTails(tails(80_000, 80_000, ...times(8, 10_000)))).toBe(8);
});

test('a part that comes in sixteen hundred requests has few tails, and each byte of it is sent again a few times', () => {
  let segments: BodySegment[] = [];
  let [most, sentAgain] = [0, 0];
  for (let n = 0; n < 1_600; n++) {
    segments = [...segments, ...tails(10_000)];
    for (let count = mergeableTails(segments); count > 0; count = mergeableTails(segments)) {
      const sizeBytes = segments.slice(-count).reduce((sum, segment) => sum + segment.sizeBytes, 0);
      sentAgain += sizeBytes;
      segments = [...segments.slice(0, -count), ...tails(sizeBytes)];
    }
    most = Math.max(most, segments.length);
  }
  expect(most).toBeLessThan(40);
  expect(sentAgain).toBeLessThan(16_000_000 * 5);
});
