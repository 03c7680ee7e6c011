import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AlreadyRunning, lockInstance } from './instance-lock';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-lock-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true }));

test('of several that find nobody at the same moment exactly one gets the folder', async () => {
  const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => lockInstance(dir)));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test('a folder is free again after its owner let go', async () => {
  const unlock = await lockInstance(dir);
  await expect(lockInstance(dir)).rejects.toThrow(AlreadyRunning);
  unlock();
  (await lockInstance(dir))();
});
