import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MemoryBudget, type MemoryHolder } from './part-memory';

function joinHolder(budget: MemoryBudget, bufferedBytes: number) {
  const one = {
    bufferedBytes,
    spills: 0,
    spill: async () => {
      one.spills++;
      const given = one.bufferedBytes;
      one.bufferedBytes = 0;
      await budget.whileSending(setImmediate());
      budget.release(given);
    },
  };
  budget.join(one);
  return one satisfies MemoryHolder;
}

const isSettled = async (work: Promise<void>): Promise<boolean> =>
  Promise.race([work.then(() => true), setImmediate(false)]);

test('an upload that finds no memory waits for those on their way, and none of them is rushed', async () => {
  const budget = new MemoryBudget(100);
  const [fast, next] = [joinHolder(budget, 0), joinHolder(budget, 0)];
  await budget.acquire(100, fast);
  let arrive: () => void = () => undefined;
  const flight = budget.whileSending(new Promise<void>((resolve) => (arrive = resolve)));
  const waiting = budget.acquire(10, next);
  expect(await isSettled(waiting)).toBe(false);
  arrive();
  await flight;
  budget.release(100);
  expect(await isSettled(waiting)).toBe(true);
  expect(fast.spills + next.spills).toBe(0);
});

test('when nothing moves, a stalled upload makes room, however many slow ones there are', async () => {
  const budget = new MemoryBudget(100);
  const slow = Array.from({ length: 10 }, () => joinHolder(budget, 0));
  for (const one of slow) {
    await budget.acquire(10, one);
    one.bufferedBytes = 10;
  }
  const late = joinHolder(budget, 0);
  await budget.acquire(30, late);
  expect(slow.filter(({ spills }) => spills > 0)).toHaveLength(3);
});

test('the waiting upload nearest to a full part goes on first', async () => {
  const budget = new MemoryBudget(10);
  await budget.acquire(10, joinHolder(budget, 0));
  const order: string[] = [];
  let arrive: () => void = () => undefined;
  const flight = budget.whileSending(new Promise<void>((resolve) => (arrive = resolve)));
  const few = budget.acquire(10, joinHolder(budget, 5)).then(() => order.push('few'));
  const many = budget.acquire(10, joinHolder(budget, 50)).then(() => order.push('many'));
  budget.release(10);
  await many;
  budget.release(10);
  await few;
  arrive();
  await flight;
  expect(order).toEqual(['many', 'few']);
});

test('who needs little doesn’t overtake those who wait for more', async () => {
  const budget = new MemoryBudget(100);
  await budget.acquire(95, joinHolder(budget, 0));
  let arrive: () => void = () => undefined;
  const flight = budget.whileSending(new Promise<void>((resolve) => (arrive = resolve)));
  const much = budget.acquire(50, joinHolder(budget, 50));
  const little = budget.acquire(5, joinHolder(budget, 0));
  expect(await isSettled(little)).toBe(false);
  budget.release(95);
  expect([await isSettled(much), await isSettled(little)]).toEqual([true, true]);
  arrive();
  await flight;
});

test('who waits for memory is the last to give its own away, however much it has', async () => {
  const budget = new MemoryBudget(100);
  const [waiting, other] = [joinHolder(budget, 60), joinHolder(budget, 40)];
  await budget.acquire(60, waiting);
  await budget.acquire(40, other);
  await budget.acquire(10, waiting);
  expect([waiting.spills, other.spills]).toEqual([0, 1]);
});
