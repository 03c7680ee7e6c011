import { expect, test } from 'vitest';
import { noon, openContext, warmUp } from '@/testing/service/context';
import { clientKey, incrementCounter } from './counters';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});

test('clients without an address are counted as one client', () => {
  expect([clientKey(null), clientKey('')]).toEqual(['unknown', 'unknown']);
});

const minute = 60_000;

test('a hundred concurrent counts each get a number of their own', async () => {
  const ctx = openContext();
  await warmUp(ctx, 10);
  const key = ctx.newId();
  const counts = await Promise.all(
    Array.from({ length: 100 }, () => incrementCounter(ctx.db, { key, windowMs: minute, now: noon })),
  );
  expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n + 1));
});

test('a new window begins at nothing, and what is taken back is gone', async () => {
  const ctx = openContext();
  const key = ctx.newId();
  const at = (ms: number, by: number) =>
    incrementCounter(ctx.db, { key, windowMs: minute, by, now: new Date(noon.getTime() + ms) });
  expect([await at(0, 5), await at(minute - 1, -2), await at(minute, 1)]).toEqual([5, 3, 1]);
});
