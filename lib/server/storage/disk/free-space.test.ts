import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { log } from '@/lib/server/log';
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

test('an upload that is refused for lack of room is a warning in the log, once an hour', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-room-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const warn = vi.spyOn(log(), 'warn').mockImplementation(() => undefined);
  onTestFinished(() => warn.mockRestore());
  const { checkFreeSpace } = reserveFreeSpace(diskStorage(folder), folder, { percent: 0, bytes: 1 });
  const refusals = Array.from({ length: 5 }, () => checkFreeSpace?.(Number.MAX_SAFE_INTEGER));
  expect((await Promise.allSettled(refusals)).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  expect(warn.mock.calls).toEqual([
    [expect.objectContaining({ leftBytes: expect.any(Number) }), expect.anything()],
  ]);
});
