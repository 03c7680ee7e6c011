import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AlreadyRunning, lockInstance } from './instance-lock';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-lock-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true }));

test('exactly one of several servers that start together gets the folder', async () => {
  const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lockInstance(dir)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a folder is free again after its owner let go', async () => {
  const unlock = await lockInstance(dir);
  await expect(lockInstance(dir)).rejects.toThrow(AlreadyRunning);
  unlock();
  (await lockInstance(dir))();
});

test('a process that was suspended after finding the folder free takes no place from one that runs by now', async () => {
  const real = fs.linkSync;
  const standStill = vi.spyOn(fs, 'linkSync').mockImplementationOnce((from, to) => {
    // Meanwhile another one has come, and is there.
    real(`${dir}/other.sock`, String(to));
    real(from, to);
  });
  const other = net.createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => other.listen(`${dir}/other.sock`, resolve));
  await expect(lockInstance(dir)).rejects.toThrow(AlreadyRunning);
  standStill.mockRestore();
  other.close();
});
