import { expect, test } from 'vitest';
import type { Context } from '@/lib/server/context';
import { noon, userContext } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { checkPageRate, checkRate } from './rate';

function countPassed(ctx: Context, times: number, check = checkRate): number {
  let count = 0;
  for (let n = 0; n < times; n++) {
    try {
      check(ctx);
      count++;
    } catch {}
  }
  return count;
}

const after = (ctx: Context, ms: number) => ({ ...ctx, now: new Date(noon.getTime() + ms) });

test('a client has its burst and then so many a second', () => {
  const ctx = limitedContext();
  expect([
    countPassed(ctx, 200),
    countPassed(after(ctx, 1000), 200),
    countPassed(after(ctx, 60_000), 200),
  ]).toEqual([60, 10, 60]);
  expect(() => checkRate(after(ctx, 60_000))).toThrow('limit.requests');
});

test('sessions have more, and each its own', async () => {
  const ctx = limitedContext();
  const [one, other] = [await userContext(), await userContext()];
  expect(countPassed({ ...ctx, viewer: one.viewer }, 200)).toBe(100);
  expect(countPassed({ ...ctx, viewer: other.viewer }, 200)).toBe(100);
});

test('pages are counted by the client alone, and beside its calls', async () => {
  const ctx = limitedContext();
  const { viewer } = await userContext();
  expect(countPassed(ctx, 100, checkPageRate) + countPassed({ ...ctx, viewer }, 200, checkPageRate)).toBe(
    200,
  );
  expect(countPassed(after(ctx, 1000), 100, checkPageRate)).toBe(20);
  expect(countPassed(ctx, 100)).toBe(60);
});

test('a client that goes on at its limit is recorded once in a while', async () => {
  const ctx = limitedContext();
  const hits = () => ctx.db.auditEvent.count({ where: { event: 'limit.hit', address: ctx.client.address } });
  for (let second = 0; second < 5; second++) countPassed(after(ctx, second * 1000), 100);
  await expect.poll(hits).toBe(1);
  countPassed(after(ctx, 16 * 60_000), 100);
  await expect.poll(hits).toBe(2);
});
