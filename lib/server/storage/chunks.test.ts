import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { copyBytes } from './chunks';

const sizeBytes = 200_000;
const make = {
  plain: () => Buffer.allocUnsafeSlow(sizeBytes + 32),
  shared: () => Buffer.from(new SharedArrayBuffer(sizeBytes + 32)) as Buffer,
};

test.each([
  ['plain', 'plain'],
  ['plain', 'shared'],
  ['shared', 'plain'],
  ['shared', 'shared'],
] as const)(
  'from %s to %s memory everything arrives, wherever it lies, and nothing else is touched',
  (from, to) => {
    const bytes = randomBytes(sizeBytes);
    for (const [start, at] of [
      [0, 0],
      [3, 0],
      [0, 5],
      [3, 11],
      [7, 6],
    ] as const) {
      for (const length of [0, 1, 7, 65_535, 65_536, 65_537, sizeBytes]) {
        const source = make[from]().subarray(start, start + length);
        source.set(bytes.subarray(0, length));
        const target = make[to]().fill('-');
        copyBytes(source, target, at);
        expect(target.subarray(at, at + length).equals(bytes.subarray(0, length))).toBe(true);
        expect(target.subarray(0, at).every((byte) => byte === 45)).toBe(true);
        expect(target.subarray(at + length).every((byte) => byte === 45)).toBe(true);
      }
    }
  },
);
