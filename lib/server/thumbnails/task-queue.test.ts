import { expect, test } from 'vitest';
import { createTaskQueue } from './task-queue';

function recordingQueue(limits = { requested: 2, background: 2 }) {
  const queue = createTaskQueue(limits);
  const done: string[] = [];
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const work = (name: string) => async () => {
    await gate;
    done.push(name);
  };
  return { queue, done, open, work };
}

test('the task somebody waits for comes first, the latest before all, the rest in order', async () => {
  const { queue, done, open, work } = recordingQueue();
  queue.enqueue('first', work('first'));
  queue.enqueue('b', work('b'));
  queue.enqueue('c', work('c'));
  const requests = [queue.request('d', work('d')), queue.request('c', work('c'))];
  open();
  await Promise.all(requests);
  await queue.request('last', work('last'));
  expect(done).toEqual(['first', 'c', 'd', 'b', 'last']);
});

test('a task that several request runs once, and its failure affects no other', async () => {
  const { queue, done, open, work } = recordingQueue();
  const failing = queue.request('x', async () => {
    throw new Error('no');
  });
  const requests = [queue.request('a', work('a')), queue.request('a', work('a'))];
  open();
  await Promise.all([failing, ...requests]);
  expect(done).toEqual(['a']);
});

test('beyond the limit the oldest is dropped, and nobody waits for it', async () => {
  const { queue, done, open, work } = recordingQueue();
  const first = queue.request('first', work('first'));
  const dropped = queue.request('a', work('a'));
  const kept = [queue.request('b', work('b')), queue.request('c', work('c'))];
  await dropped;
  open();
  await Promise.all([first, ...kept]);
  expect(done).toEqual(['first', 'c', 'b']);
});
