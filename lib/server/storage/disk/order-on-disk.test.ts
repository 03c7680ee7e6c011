import fs, { type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { diskStorage } from './disk-storage';

// A power cut keeps what was synced and nothing else: the order of these calls is the promise.

let dir = '';
let handles: FileHandle;
beforeAll(async () => {
  dir = await fs.mkdtemp(path.join(os.tmpdir(), 'slipway-order-'));
  const any = await fs.open(path.join(dir, 'any'), 'w');
  handles = Object.getPrototypeOf(any) as FileHandle;
  await any.close();
});
afterAll(() => fs.rm(dir, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

/** Notes what is done to the disk, in order. */
function watchDisk(): string[] {
  const done: string[] = [];
  const note = (of: object, name: string, says = name) => {
    const calls = of as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const real = calls[name];
    vi.spyOn(calls, name).mockImplementation(async function (this: unknown, ...given: unknown[]) {
      const result = await real?.apply(this, given);
      done.push(says);
      return result;
    });
  };
  note(handles, 'truncate');
  note(handles, 'datasync', 'sync the bytes');
  note(handles, 'sync', 'sync the folder');
  note(fs, 'rename');
  note(fs, 'rm', 'remove');
  return done;
}

async function write(id: string, text: string, generation = 0n, offset = 0) {
  const storage = diskStorage(dir);
  const writer = await storage.openWriter(id, offset, 1e9, generation);
  await writer.write([Buffer.from(text)], offset);
  await writer.sync();
  await writer.close();
  return storage;
}

test('a file gets its final name only when its bytes are synced, and its folder is synced behind that', async () => {
  const before = await write('order-of-others-0001', 'hello'); // has made the folder
  await before.finish('order-of-others-0001', 5);
  const id = 'order-of-writes-0001';
  const storage = await write(id, 'hello, and what was never acknowledged');
  const done = watchDisk();
  await storage.finish(id, 5);
  const order = ['truncate', 'sync the bytes', 'rename', 'sync the folder'];
  expect(done.filter((each, at) => done.indexOf(each) === at && order.includes(each))).toEqual(order);
  expect(done.lastIndexOf('sync the folder')).toBeGreaterThan(done.lastIndexOf('rename'));
});

test('pieces of two nodes are removed only when their copy is final', async () => {
  const id = 'order-of-writes-0002';
  await write(id, 'hello');
  const storage = await write(id, ' there', 7n, 5);
  const done = watchDisk();
  await storage.finish(id, 11, 7n);
  expect(done.indexOf('sync the bytes')).toBeGreaterThanOrEqual(0);
  expect(done.indexOf('sync the bytes')).toBeLessThan(done.indexOf('rename'));
  expect(done.indexOf('sync the bytes')).toBeLessThan(done.indexOf('remove'));
  expect(done.lastIndexOf('remove')).toBeGreaterThan(done.lastIndexOf('sync the folder'));
  const joined = done.indexOf('rename');
  expect(done.slice(joined, done.indexOf('remove'))).toContain('sync the folder');
});

/** The thread of small files says nothing of its calls, so its source is read. */
test('the thread of small files syncs the bytes, renames, and syncs the folder', async () => {
  const source = await fs.readFile(path.join(import.meta.dirname, 'disk-worker.mjs'), 'utf8');
  const steps = ['write(item)', 'syncAndClose(files', 'renameSync(from, to)', 'syncOnce(path'];
  const places = steps.map((step) => source.indexOf(step));
  expect(places).toEqual([...places].sort((one, other) => one - other));
  expect(places).not.toContain(-1);
});
