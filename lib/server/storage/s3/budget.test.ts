import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { MemoryBudget, type MemoryHolder } from './budget';

/** Somebody with bytes in memory who can put them elsewhere. */
function holder(budget: MemoryBudget, heldBytes: number) {
  const one = {
    heldBytes,
    spills: 0,
    spill: async () => {
      one.spills++;
      const given = one.heldBytes;
      one.heldBytes = 0;
      await budget.sending(setImmediate());
      budget.give(given);
    },
  };
  budget.join(one);
  return one satisfies MemoryHolder;
}

const isOver = async (work: Promise<void>): Promise<boolean> =>
  Promise.race([work.then(() => true), setImmediate(false)]);

test('who finds no memory waits for what is on its way, and nobody is made to hurry', async () => {
  const budget = new MemoryBudget(100);
  const [fast, next] = [holder(budget, 0), holder(budget, 0)];
  await budget.take(100, fast);
  let arrive: () => void = () => undefined;
  const flight = budget.sending(new Promise<void>((resolve) => (arrive = resolve)));
  const waiting = budget.take(10, next);
  expect(await isOver(waiting)).toBe(false);
  arrive();
  await flight;
  budget.give(100);
  expect(await isOver(waiting)).toBe(true);
  expect(fast.spills + next.spills).toBe(0);
});

test('when nothing moves, a stalled upload makes room, however many slow ones there are', async () => {
  const budget = new MemoryBudget(100);
  const slow = Array.from({ length: 10 }, () => holder(budget, 0));
  for (const one of slow) {
    await budget.take(10, one);
    one.heldBytes = 10;
  }
  const late = holder(budget, 0);
  await budget.take(30, late);
  expect(slow.filter(({ spills }) => spills > 0)).toHaveLength(3);
});

test('of those who wait, the one nearest to a full part goes on first', async () => {
  const budget = new MemoryBudget(10);
  await budget.take(10, holder(budget, 0));
  const order: string[] = [];
  let arrive: () => void = () => undefined;
  const flight = budget.sending(new Promise<void>((resolve) => (arrive = resolve)));
  const few = budget.take(10, holder(budget, 5)).then(() => order.push('few'));
  const many = budget.take(10, holder(budget, 50)).then(() => order.push('many'));
  budget.give(10);
  await many;
  budget.give(10);
  await few;
  arrive();
  await flight;
  expect(order).toEqual(['many', 'few']);
});
