import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test, vi } from 'vitest';
import { config } from '@/lib/server/config';
import { Thread } from './thread';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-thread-'));
afterAll(() => fs.rmSync(dir, { recursive: true }));

function startThread(onMessage: string) {
  const file = path.join(dir, 'thread.mjs');
  const script = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (asked) => { ${onMessage} });`;
  fs.writeFileSync(file, script);
  const onEnd = vi.fn();
  return { thread: new Thread(path.relative(config().ROOT, file), onEnd), onEnd };
}

test('each call gets its own answer, whatever the order', async () => {
  const { thread } = startThread(
    'setTimeout(() => parentPort.postMessage({ call: asked.call, answer: asked.ms }), asked.ms)',
  );
  expect(await Promise.all([30, 1, 15].map((ms) => thread.call({ ms })))).toEqual([30, 1, 15]);
});

test('an error comes over with what the file system says about it', async () => {
  const { thread } = startThread(
    "parentPort.postMessage({ call: asked.call, error: { message: 'No!', code: 'EIO', syscall: 'write' } })",
  );
  await expect(thread.call({})).rejects.toMatchObject({ message: 'No!', code: 'EIO', syscall: 'write' });
});

test('when it dies, nobody waits for it for ever', async () => {
  const { thread, onEnd } = startThread("throw new Error('dead')");
  await expect(Promise.all([thread.call({}), thread.call({})])).rejects.toMatchObject({
    code: 'server.unavailable',
    cause: new Error('dead'),
  });
  await expect(thread.call({})).rejects.toThrow('server.unavailable');
  await sleep(100); // the exit event follows the error
  expect(onEnd).toHaveBeenCalledTimes(1);
});
