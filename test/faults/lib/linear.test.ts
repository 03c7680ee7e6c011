import { expect, test } from 'vitest';
import { room, type ViewAct, views } from './counters';
import { isLinearizable, type Operation } from './linear';
import { Random } from './random';

const opened = (begunAt: number, endedAt: number, result = 'opened'): Operation<ViewAct> => ({
  act: { open: true },
  begunAt,
  endedAt,
  result,
});
const unanswered = (begunAt: number): Operation<ViewAct> => ({
  act: { open: true },
  begunAt,
  endedAt: Infinity,
  result: null,
});
const read = (begunAt: number, endedAt: number, count: number): Operation<ViewAct> => ({
  act: { read: true },
  begunAt,
  endedAt,
  result: String(count),
});

test('operations at the same time may have any order, and one after the other only that', () => {
  expect(isLinearizable([opened(0, 5), opened(1, 4, 'over')], views(1))).toBe(true);
  expect(isLinearizable([opened(0, 5, 'over'), opened(1, 4)], views(1))).toBe(true);
  expect(isLinearizable([opened(0, 1), opened(2, 3, 'over')], views(1))).toBe(true);
  expect(isLinearizable([opened(0, 1, 'over'), opened(2, 3)], views(1))).toBe(false);
});

test('one more than the limit, a count that goes back, and a lost view have no linear order', () => {
  expect(isLinearizable([opened(0, 9), opened(0, 9)], views(1))).toBe(false);
  expect(isLinearizable([opened(0, 1), read(2, 3, 1), read(4, 5, 0)], views(5))).toBe(false);
  expect(isLinearizable([opened(0, 1), opened(2, 3), read(4, 5, 1)], views(5))).toBe(false);
});

test('a call without an answer may have happened late, or not at all', () => {
  expect(isLinearizable([unanswered(0), read(1, 2, 0), read(3, 4, 1)], views(5))).toBe(true);
  expect(isLinearizable([unanswered(0), read(1, 2, 0), read(3, 4, 0)], views(5))).toBe(true);
  expect(isLinearizable([unanswered(0), read(1, 2, 1), read(3, 4, 0)], views(5))).toBe(false);
});

test('room that is freed can be used again, but not before', () => {
  const at = (begunAt: number) => ({ begunAt, endedAt: begunAt + 1 });
  const history = [
    { act: { begin: 3 }, ...at(0), result: 'begun' },
    { act: { begin: 3 }, ...at(2), result: 'full' },
    { act: { remove: 3 }, ...at(4), result: 'removed' },
    { act: { begin: 3 }, ...at(6), result: 'begun' },
  ];
  expect(isLinearizable(history, room(5))).toBe(true);
  expect(isLinearizable(history.toSpliced(2, 1), room(5))).toBe(false);
});

/** Callers of a counter. A careless one reads it when it comes, and writes it when it goes. */
function callCounter({ isCareless, seed }: { isCareless: boolean; seed: number }): Operation<ViewAct>[] {
  const random = new Random(seed);
  const limit = 6;
  let used = 0;
  const history: Operation<ViewAct>[] = [];
  const callers = Array.from({ length: 30 }, (_, n) => {
    const begunAt = n * 2;
    return { begunAt, endedAt: begunAt + 1 + random.below(9), found: 0 };
  });
  const steps = callers.flatMap((caller) => {
    const look = () => {
      caller.found = used;
    };
    const write = () => {
      if (!isCareless) look();
      const isIn = caller.found < limit;
      if (isIn) used = caller.found + 1;
      history.push(opened(caller.begunAt, caller.endedAt, isIn ? 'opened' : 'over'));
    };
    return [
      { at: caller.begunAt, act: look },
      { at: caller.endedAt, act: write },
    ];
  });
  for (const { act } of steps.sort((a, b) => a.at - b.at)) act();
  return history;
}

test('a counter that is read outside its lock is found in each of twenty histories, a careful one in none', () => {
  for (let seed = 1; seed <= 20; seed++) {
    expect(isLinearizable(callCounter({ isCareless: true, seed }), views(6)), `seed ${seed}`).toBe(false);
    expect(isLinearizable(callCounter({ isCareless: false, seed }), views(6)), `seed ${seed}`).toBe(true);
  }
});
