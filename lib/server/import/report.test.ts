import { expect, test } from 'vitest';
import { Report } from './report';
import type { Reason } from './source';

const reportOf = (...reasons: (Reason | undefined)[]) => {
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
