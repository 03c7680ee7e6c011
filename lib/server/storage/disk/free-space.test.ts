import fs, { type StatsFs } from 'node:fs';
import promises from 'node:fs/promises';
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

test.each(['whole', 'in pieces'])(
  'what is stored %s counts before the disk is measured again',
  async (way) => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const disk = { bsize: 1, blocks: 10_000, bavail: 10_000, files: 0 } as StatsFs;
    const measured = vi.spyOn(promises, 'statfs').mockResolvedValue(disk as never);
    onTestFinished(() => measured.mockRestore());
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-room-'));
    onTestFinished(() => fs.rmSync(folder, { recursive: true }));
    const storage = reserveFreeSpace(diskStorage(folder), folder, { percent: 0, bytes: 0 });
    const bytes = Buffer.alloc(4_000);
    const writer = await storage.openWriter('file-of-pieces', 0, 12_000);
    onTestFinished(() => writer.close());
    const store = (n: number) =>
      way === 'whole' ? storage.storeWhole(`file-number-${n}`, [bytes]) : writer.write([bytes], n * 4_000);
    await store(0);
    await store(1);
    await expect(store(2)).rejects.toThrow('storage.full');
    expect(measured).toHaveBeenCalledTimes(1);
  },
);

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
