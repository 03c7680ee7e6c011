import { expect, test } from 'vitest';
import { isMoment, readMoment } from './moments';

const iso = '2036-01-18T10:00:00.341Z';

test.each([
  Date.parse(iso),
  String(Date.parse(iso)),
  BigInt(Date.parse(iso)),
  iso,
  '2036-01-18 10:00:00.341',
  '2036-01-18T10:00:00.341+00:00',
  '2036-01-18 12:00:00.341000851+02:00',
  new Date(iso),
])('%s is the same moment, in whatever zone the import runs', (written) => {
  expect(readMoment(written)?.toISOString()).toBe(iso);
});

test('nothing is no moment, and what can’t be read is never taken for nothing', () => {
  expect([null, undefined, ''].map(readMoment)).toEqual([null, null, null]);
  for (const written of ['soon', 'infinity', '9'.repeat(20), '2036-13-40 00:00:00', {}])
    expect([written, isMoment(readMoment(written) ?? new Date())]).toEqual([written, false]);
});
