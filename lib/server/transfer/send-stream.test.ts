import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { sendStream } from './send-stream';

type Written = (error?: Error | null) => void;

/** A connection that has taken a buffer in the next turn, until it is told to take none. */
class Connection extends EventEmitter {
  destroyed = false;
  isTaking = true;
  written = 0;

  write(_: unknown, done: Written): boolean {
    this.written++;
    if (this.isTaking) setImmediate(done);
    return true;
  }

  end(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

function buffers(count: number) {
  const state = { returned: false };
  const buffer = Buffer.alloc(1);
  let left = count;
  const source = {
    next: async () => (left-- > 0 ? { value: buffer } : { done: true as const, value: undefined }),
    return: async () => {
      state.returned = true;
      return { done: true as const, value: undefined };
    },
    [Symbol.asyncIterator]: () => source,
  };
  return { source, state };
}

test('nothing is kept of a buffer that has gone out, however many there are', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const connection = new Connection();
  const { source } = buffers(101_000);
  let before = 0;
  let after = 0;
  const counted = {
    ...source,
    [Symbol.asyncIterator]: () => counted,
    next: async () => {
      if (connection.written === 1_000) {
        collect();
        before = process.memoryUsage().heapUsed;
      }
      const next = await source.next();
      if (next.done) {
        collect(); // while the connection is still there
        after = process.memoryUsage().heapUsed;
      }
      return next;
    },
  };
  expect(await sendStream(connection, connection, counted)).toBe(true);
  expect((after - before) / 100_000).toBeLessThan(50);
});

test('a client that disconnects while a buffer is on its way ends the reading', async () => {
  const connection = new Connection();
  const { source, state } = buffers(5);
  connection.isTaking = false;
  const sending = sendStream(connection, connection, source);
  await new Promise(setImmediate);
  connection.end();
  expect(await sending).toBe(false);
  expect(state.returned).toBe(true);
  expect(connection.written).toBe(1);
  expect(connection.listenerCount('close')).toBe(0);
});

test('to a reader that has gone nothing is written', async () => {
  const connection = new Connection();
  connection.end();
  const { source, state } = buffers(5);
  expect(await sendStream(connection, connection, source)).toBe(false);
  expect(connection.written).toBe(0);
  expect(state.returned).toBe(true);
});
