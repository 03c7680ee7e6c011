import { expect, test } from 'vitest';
import { noon, openContext, warmUp } from '@/testing/service/context';
import { incrementCounter } from './counter';

const minute = 60_000;

test('of a hundred who count at once each gets a number of its own', async () => {
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
