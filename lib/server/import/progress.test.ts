import { expect, test } from 'vitest';
import { progress } from './progress';

/** What is said when each second a share comes, the n-th with as many bytes as `bytesOf` says. */
function saidOver(seconds: number, bytesOf: (n: number) => number): string[] {
  const lines: string[] = [];
  let now = 60_000;
  const tell = progress(
    (line) => lines.push(line),
    () => now,
  );
  const total = { shares: seconds, bytes: 0 };
  for (let n = 1; n <= seconds; n++) total.bytes += bytesOf(n);
  const brought = { shares: 0, bytes: 0 };
  for (let n = 1; n <= seconds; n++) {
    brought.shares = n;
    brought.bytes += bytesOf(n);
    tell({ brought }, total);
    now += 1000;
  }
  return lines;
}

const left = (line?: string) => /, ([^,]+) left$/.exec(line ?? '')?.[1];

test('an import of equal shares says every ten seconds how long it will take', () => {
  const lines = saidOver(41, () => 1_000_000);
  expect(lines).toHaveLength(4);
  expect(left(lines[0])).toBe('30 s');
});

test('small shares before a large one don’t make seconds into many minutes', () => {
  const [first] = saidOver(40, (n) => (n === 40 ? 1e9 : 1));
  expect(left(first)).toBe('2 min');
});
