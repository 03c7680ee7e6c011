import { expect, test } from 'vitest';
import { outcomes } from '@/testing/service/limited';
import { FairTurns } from './fair-turns';

function jobs(turns: FairTurns) {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (client: string, times: number) =>
    Array.from({ length: times }, () =>
      turns.run(client, () => {
        order.push(client);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
  const finish = async (all: Promise<void>[]) => {
    const over = Promise.allSettled(all);
    let isOver = false;
    void over.then(() => {
      isOver = true;
    });
    while (!isOver) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    return outcomes(await over);
  };
  return { order, ask, finish };
}

test('a client that asks for everything gets only what nobody else wants', async () => {
  const { order, ask, finish } = jobs(new FairTurns({ running: 2, waiting: 20 }));
  const greedy = ask('greedy', 40);
  const others = Array.from({ length: 10 }, (_, n) => ask(`other ${n}`, 1)).flat();
  const [ofGreedy, ofOthers] = await Promise.all([finish(greedy), finish(others)]);
  expect(ofGreedy).toEqual({ ok: 12, 'server.unavailable': 28 });
  expect(ofOthers).toEqual({ ok: 10 });
  expect(order.slice(0, 4)).toEqual(['greedy', 'greedy', 'greedy', 'other 0']);
});

test('when everybody has one place, who comes last is told to come back', async () => {
  const { ask, finish } = jobs(new FairTurns({ running: 1, waiting: 2 }));
  const all = ['a', 'b', 'c', 'd'].flatMap((client) => ask(client, 1));
  expect(await finish(all)).toEqual({ ok: 3, 'server.unavailable': 1 });
});

test('a turn whose work fails is handed over, too', async () => {
  const turns = new FairTurns({ running: 1, waiting: 5 });
  const fail = () => turns.run('a', () => Promise.reject(new Error('no')));
  await expect(Promise.all([fail().catch(String), fail().catch(String)])).resolves.toHaveLength(2);
  await expect(turns.run('a', async () => 'done')).resolves.toBe('done');
});
