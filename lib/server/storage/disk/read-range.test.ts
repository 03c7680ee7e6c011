import type { FileHandle } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readRange } from './read-file';

const bufferBytes = 256 * 1024;

const damaged = {
  stat: async () => ({ size: 3 * bufferBytes }),
  read: async (_buffer: Buffer, _at: number, length: number, position: number) => {
    if (position > 0) throw Object.assign(new Error('i/o error'), { code: 'EIO' });
    return { bytesRead: length };
  },
} as unknown as FileHandle;

test('a read that fails while the client takes its time ends that download and nothing else', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  let came = 0;
  const download = async () => {
    for await (const part of readRange(damaged, { start: 0, end: 3 * bufferBytes - 1 })) {
      came += part.length;
      await sleep(50);
    }
  };
  await expect(download()).rejects.toMatchObject({ code: 'EIO' });
  expect(came).toBe(bufferBytes);
  expect(unhandled).not.toHaveBeenCalled();
});
