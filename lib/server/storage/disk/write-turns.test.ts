import fs from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { writeChunks } from './writer';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-write-'));
const place = path.join(dir, 'file');
const file = await open(place, 'w');
afterAll(async () => {
  await file.close();
  fs.rmSync(dir, { recursive: true });
});

/** A disk that answers when it is told to. */
function hungFile() {
  const answers: (() => void)[] = [];
  const writev = (chunks: Buffer[]) =>
    new Promise((resolve) => {
      answers.push(() => resolve({ bytesWritten: chunks.reduce((sum, { length }) => sum + length, 0) }));
    });
  return { handle: { writev } as unknown as FileHandle, answers };
}

test('one of several uploads writes at a time while the disk is fast', async () => {
  await writeChunks(file, [Buffer.from('fast')], 0);
  const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const { handle, answers } = hungFile();
  const writing = [1, 2, 3].map((length) => writeChunks(handle, [Buffer.alloc(length)], 0));
  for (const length of [1, 2, 3]) {
    await vi.waitFor(() => expect(answers.length).toBe(length));
    answers[length - 1]?.();
    expect(await writing[length - 1]).toBe(length);
  }
  now.mockRestore();
});

test('a disk that lets one upload wait lets no other wait, now and as long as it is slow', async () => {
  await writeChunks(file, [Buffer.from('fast')], 0);
  const { handle, answers } = hungFile();
  const first = writeChunks(handle, [Buffer.from('first')], 0);
  await vi.waitFor(() => expect(answers.length).toBe(1));
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(await writeChunks(file, [Buffer.from('beside')], 10)).toBe(6);
  answers[0]?.();
  expect(await first).toBe(5);
  expect(fs.readFileSync(place, 'latin1').slice(10)).toBe('beside');
});
