import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { diskStorage } from './disk-storage';
import { reserveFreeSpace } from './free-space';

test('a small file takes nothing of what is to stay free', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-room-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const all = { percent: 100, bytes: Number.POSITIVE_INFINITY };
  const full = reserveFreeSpace(diskStorage(folder), folder, all);
  await expect(full.storeWhole('file-abcdefgh', [Buffer.from('x')])).rejects.toThrow('storage.full');
  expect(fs.readdirSync(folder)).toEqual([]);
});

test('uploads that come together right after the start all find the room that there is', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-room-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const { checkFreeSpace } = reserveFreeSpace(diskStorage(folder), folder, {
    percent: 0,
    bytes: 1,
  });
  const checks = Array.from({ length: 20 }, () => checkFreeSpace?.(1000));
  await expect(Promise.all(checks)).resolves.toHaveLength(20);
});
