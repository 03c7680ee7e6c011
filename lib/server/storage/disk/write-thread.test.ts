import fs from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { Thread } from '@/lib/server/thread';
import { writeChunks } from './writer';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-write-'));
const place = path.join(dir, 'file');
const file = await open(place, 'w');
afterAll(async () => {
  await file.close();
  fs.rmSync(dir, { recursive: true });
});

const byThread = vi.spyOn(Thread.prototype, 'call');
afterEach(() => byThread.mockReset());

const sharedBuffer = (text: string) => {
  const bytes = Buffer.from(new SharedArrayBuffer(text.length));
  bytes.write(text);
  return bytes;
};
const readStored = () => fs.readFileSync(place, 'latin1');

test('without a thread all is written all the same', async () => {
  byThread.mockRejectedValueOnce(new Error('no thread'));
  expect(await writeChunks(file, [sharedBuffer('one'), sharedBuffer('two')], 0)).toBe(6);
  byThread.mockImplementationOnce(() => {
    throw new Error('no thread can be made');
  });
  expect(await writeChunks(file, [sharedBuffer('six')], 6)).toBe(3);
  expect(readStored()).toBe('onetwosix');
});

test('a disk that lets one upload wait lets no other wait, now and as long as it is slow', async () => {
  let answer = (_written: object) => {};
  const hung = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  byThread.mockImplementationOnce(hung);
  const first = writeChunks(file, [sharedBuffer('first')], 0);
  await vi.waitFor(async () => {
    byThread.mockResolvedValue({ taken: 0, ms: 0 });
    expect(await writeChunks(file, [sharedBuffer('beside')], 10)).toBe(6);
  });
  answer({ taken: 5, ms: 200 });
  expect(await first).toBe(5);

  byThread.mockReset().mockImplementationOnce(hung);
  const second = writeChunks(file, [sharedBuffer('second')], 0);
  expect(await writeChunks(file, [sharedBuffer('BESIDE')], 10)).toBe(6);
  expect(byThread).toHaveBeenCalledTimes(1);
  answer({ taken: 6, ms: 0 });
  await second;
  expect(readStored().slice(10)).toBe('BESIDE');
});
