import { expect, test } from 'vitest';
import { progressReporter, Report } from './report';
import type { SkipReason } from './source';

const reportOf = (...reasons: (SkipReason | undefined)[]) => {
  const report = new Report('plik', false);
  for (const reason of reasons)
    report.add({ kind: 'file', oldId: 'x', text: 'said', ...(reason && { reason }) });
  return report;
};

test('nobody misses what was not handed out there either', () => {
  const { missed } = reportOf('orphan', 'expired', 'deleted', 'removed', 'stream', undefined);
  expect(missed).toEqual([]);
  const reasons = ['bytesMissing', 'unfinished', 'checksumMismatch', 'changedHere', 'sourceChanged'] as const;
  expect(reportOf(...reasons).missed.map(({ reason }) => reason)).toEqual(reasons);
});

test('a report says all of it, and whether its run was broken off', () => {
  const report = reportOf('orphan', 'bytesMissing', undefined);
  expect(report.lines().slice(1)).toEqual([
    'Left behind: 1',
    '  file x: bytesMissing, said',
    'Not handed out there either: 1',
    '  file x: orphan, said',
    'Changed: 1',
    '  file x: said',
  ]);
  expect(report.lines(false)[0]).toBe('This run was broken off. Start it again: it goes on from here.');
  expect([report.isEmpty, reportOf().isEmpty]).toEqual([false, true]);
});

test('names from over there begin no line, and no terminal obeys them', () => {
  const report = new Report('psitransfer', false);
  report.add({
    kind: 'share',
    oldId: 'a\u001b[2J\nLeft behind: 0',
    name: '\u009b2J\u202eb',
    text: 'said\r\u2028',
  });
  const lines = report.lines();
  expect(lines).toHaveLength(3);
  expect(lines[2]).toBe('  share a [2J Left behind: 0 " 2Jb": said');
});

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
