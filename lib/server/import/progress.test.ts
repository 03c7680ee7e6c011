import { expect, test } from 'vitest';
import { progressReporter } from './progress';

function linesOver(seconds: number, bytesOf: (n: number) => number): string[] {
  const lines: string[] = [];
  let now = 60_000;
  const tell = progressReporter(
    (line) => lines.push(line),
    () => now,
  );
  const total = { shares: seconds, bytes: 0 };
  for (let n = 1; n <= seconds; n++) total.bytes += bytesOf(n);
  const imported = { shares: 0, bytes: 0 };
  for (let n = 1; n <= seconds; n++) {
    imported.shares = n;
    imported.bytes += bytesOf(n);
    tell({ imported }, total);
    now += 1000;
  }
  return lines;
}

const timeLeftIn = (line?: string) => /, ([^,]+) left$/.exec(line ?? '')?.[1];

test('an import of equal shares says every ten seconds how long it will take', () => {
  const lines = linesOver(41, () => 1_000_000);
  expect(lines).toHaveLength(4);
  expect(timeLeftIn(lines[0])).toBe('30 s');
});

test('small shares before a large one don’t make seconds into many minutes', () => {
  const [first] = linesOver(40, (n) => (n === 40 ? 1e9 : 1));
  expect(timeLeftIn(first)).toBe('2 min');
});
