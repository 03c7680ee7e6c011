import { expect, test } from 'vitest';
import { closing, createProcessLocks } from './process-locks';

test('two uploads don’t wait for each other, two requests for one upload do', async () => {
  const locks = createProcessLocks({ drainMs: 1_000, waitMs: 1_000 });
  const [a] = [await locks.acquire('a'), await locks.acquire('b')];
  const order: string[] = [];
  const second = locks.acquire('a').then(() => order.push('second'));
  order.push('first ends');
  a.release();
  await second;
  expect(order).toEqual(['first ends', 'second']);
});

test('a holder that could still end is left to, one that goes on is told to stop', async () => {
  const locks = createProcessLocks({ drainMs: 20, waitMs: 5_000 });
  const first = await locks.acquire('a');
  first.stop.addEventListener('abort', first.release);
  const second = await locks.acquire('a');
  expect([first.stop.aborted, second.stop.aborted]).toEqual([true, false]);
});

test('a request that begins where the holder ends leaves it to, however long it takes', async () => {
  const locks = createProcessLocks({ drainMs: 1, waitMs: 5 });
  const first = await locks.acquire('a', { from: 0, to: 8 });
  const next = locks.acquire('a', { from: 8, to: 16 });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(first.stop.aborted).toBe(false);
  await expect(locks.acquire('a', { from: 4, to: 8 })).rejects.toThrow('upload.busy');
  expect(first.stop.aborted).toBe(true);
  first.release();
  expect((await next).stop.aborted).toBe(false);
});

test('nobody waits without end for a holder that doesn’t let go', async () => {
  const locks = createProcessLocks({ drainMs: 1, waitMs: 30 });
  await locks.acquire('a');
  await expect(locks.acquire('a')).rejects.toThrow('upload.busy');
  expect(locks.tryAcquire('a')).toBeNull();
});

test('one of many waiting requests at a time gets the lock', async () => {
  const locks = createProcessLocks({ drainMs: 1_000, waitMs: 5_000 });
  let holding = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const lock = await locks.acquire('a');
      expect(++holding).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      holding--;
      lock.release();
    }),
  );
});

test('closing tells all holders why, waits for them and lets nobody in', async () => {
  const locks = createProcessLocks({ drainMs: 1_000, waitMs: 1_000 });
  const lock = await locks.acquire('a');
  let isClosed = false;
  const closed = locks.close().then(() => {
    isClosed = true;
  });
  expect(lock.stop.reason).toBe(closing);
  await new Promise((resolve) => setImmediate(resolve));
  expect(isClosed).toBe(false);
  lock.release();
  await closed;
  await expect(locks.acquire('b')).rejects.toThrow('server.unavailable');
});
