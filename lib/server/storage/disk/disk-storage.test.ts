import fs from 'node:fs';
import { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { diskStorage } from './disk-storage';

const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-disk-'));
const storage = diskStorage(dir);
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

let serial = 0;
const freshId = () => `file-${serial++}-abcdefgh`;

async function writeIncoming(text: string): Promise<string> {
  const id = freshId();
  const writer = await storage.openWriter(id, 0, 1e9);
  await writer.write([Buffer.from(text)], 0);
  await writer.close();
  return id;
}

async function readAll(id: string, start: number, end: number): Promise<string> {
  let text = '';
  for await (const part of storage.read(id, { start, end })) text += part.toString('latin1');
  return text;
}

test('a file is only there once it is finished', async () => {
  const id = await writeIncoming('hello');
  await expect(readAll(id, 0, 4)).rejects.toThrow('server.unavailable');
  await storage.finish(id, 5);
  expect(await readAll(id, 1, 3)).toBe('ell');
  await storage.finish(id, 5); // again, as after a crash
  expect(await readAll(id, 0, 4)).toBe('hello');
});

test('bytes beyond what was acknowledged are cut off, missing ones are never made up', async () => {
  const long = await writeIncoming('hello junk');
  await storage.finish(long, 5);
  await expect(readAll(long, 0, 5)).rejects.toThrow('server.unavailable');
  await expect(storage.finish(await writeIncoming('hell'), 5)).rejects.toThrow('4 bytes');
  await expect(storage.finish(freshId(), 5)).rejects.toThrow('server.unavailable');
});

test('a big file is read in order through its two buffers', async () => {
  const bytes = Array.from({ length: 1_500_000 }, (_, i) => String.fromCharCode(97 + (i % 26))).join('');
  const id = await writeIncoming(bytes);
  await storage.finish(id, bytes.length);
  expect(await readAll(id, 0, bytes.length - 1)).toBe(bytes);
  expect(await readAll(id, 262_143, 524_289)).toBe(bytes.slice(262_143, 524_290));
});

test('an unreadable file is opened again, and a removed one is gone at once', async () => {
  const id = await writeIncoming('hello');
  await storage.finish(id, 5);
  expect(await readAll(id, 0, 4)).toBe('hello');
  const [file = ''] = fs
    .readdirSync(path.join(dir, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(id));
  const place = path.join(dir, 'files', file);
  fs.truncateSync(place, 2);
  fs.renameSync(place, `${place}.short`); // still open; the next file gets the same name
  fs.writeFileSync(place, 'again');
  await expect(readAll(id, 0, 4)).rejects.toThrow('server.unavailable');
  expect(await readAll(id, 0, 4)).toBe('again');
  await storage.remove(id);
  await expect(readAll(id, 0, 4)).rejects.toThrow('server.unavailable');
  fs.mkdirSync(place); // can be opened but not read
  await expect(readAll(id, 0, 4)).rejects.toThrow('server.unavailable');
});

test('a device that is full says so, and any other trouble is a failure that passes', async () => {
  const linkTo = (target: string) => {
    const id = freshId();
    fs.mkdirSync(path.join(dir, 'incoming'), { recursive: true });
    fs.symlinkSync(target, path.join(dir, 'incoming', id));
    return id;
  };
  const full = await storage.openWriter(linkTo('/dev/full'), 0, 1);
  await expect(full.write([Buffer.from('x')], 0)).rejects.toThrow('storage.full');
  await full.close();
  await expect(storage.openWriter(linkTo(dir), 0, 1)).rejects.toThrow('server.unavailable');
});

test('a file that is closed while it is written to has all of it', async () => {
  const writers = await Promise.all([1, 2, 3].map(async () => ({ id: freshId(), written: 0 })));
  await Promise.all(
    writers.map(async (one) => {
      const writer = await storage.openWriter(one.id, 0, 1e9);
      const chunks = [Buffer.alloc(500_000, 'a'), Buffer.from('b')];
      const writing = [0, 1, 2].map((nth) => writer.write(chunks, nth * 500_001));
      await writer.close();
      one.written = (await Promise.all(writing)).reduce((sum, taken) => sum + taken, 0);
    }),
  );
  for (const { id, written } of writers) {
    expect(written).toBe(1_500_003);
    const stored = fs.readFileSync(path.join(dir, 'incoming', id), 'latin1');
    expect(stored === `${'a'.repeat(500_000)}b`.repeat(3)).toBe(true);
  }
});

test('one small file that fails leaves those stored with it alone', async () => {
  const given = (id: string, text: string) => storage.storeWhole(id, [Buffer.from(text)]);
  await given(freshId(), 'there are folders now');
  const [full, folder, good] = [freshId(), freshId(), freshId()];
  fs.symlinkSync('/dev/full', path.join(dir, 'incoming', full));
  fs.mkdirSync(path.join(dir, 'incoming', folder));
  const outcomes = await Promise.allSettled([full, folder, good].map((id) => given(id, 'hello')));
  expect(outcomes).toMatchObject([
    { reason: { code: 'storage.full' } },
    { reason: { code: 'server.unavailable' } },
    { status: 'fulfilled' },
  ]);
  expect(await readAll(good, 0, 4)).toBe('hello');
});

test('after a sync that failed no later one of the same writer says that all is stored', async () => {
  const writer = await storage.openWriter(freshId(), 0, 1e9);
  await writer.write([Buffer.from('lost')], 0);
  const probe = await open(import.meta.filename);
  const handle = Object.getPrototypeOf(probe) as typeof probe;
  await probe.close();
  const eio = Object.assign(new Error('EIO'), { code: 'EIO', syscall: 'fdatasync' });
  const failing = vi.spyOn(handle, 'datasync').mockRejectedValueOnce(eio);
  await expect(writer.sync()).rejects.toThrow('server.unavailable');
  await expect(writer.sync()).rejects.toThrow('server.unavailable');
  await expect(writer.durableOffset()).rejects.toThrow('server.unavailable');
  failing.mockRestore();
  await writer.close();
});

async function writeGeneration(id: string, text: string, offset: number, generation: bigint): Promise<void> {
  const writer = await storage.openWriter(id, offset, 1e9, generation);
  await writer.write([Buffer.from(text)], offset);
  await writer.durableOffset();
  await writer.close();
}

test.each([1n, 2n])(
  'what was taken over before the database was set back doesn’t count (%s)',
  async (taken) => {
    const id = freshId();
    await writeGeneration(id, 'a'.repeat(1000), 0, 0n);
    await writeGeneration(id, 'b'.repeat(1000), 1000, taken);
    await writeGeneration(id, 'c'.repeat(2000), 0, 1n);
    await storage.finish(id, 2000, 1n);
    expect(await readAll(id, 0, 1999)).toBe('c'.repeat(2000));
  },
);

test('nothing stays of a file that is removed while another node has gone on with it', async () => {
  const id = freshId();
  await writeGeneration(id, 'a'.repeat(1000), 0, 0n);
  await writeGeneration(id, 'b'.repeat(1000), 1000, 1n);
  const placesOf = () =>
    fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((place) => place.includes(id));
  expect(placesOf().length).toBeGreaterThan(1);
  await storage.remove(id);
  expect(placesOf()).toEqual([]);
});

test('an old writer that wakes up late takes nothing away from those that came after it', async () => {
  const id = freshId();
  await writeGeneration(id, 'a'.repeat(1000), 0, 0n);
  await writeGeneration(id, 'b'.repeat(1000), 1000, 2n);
  await writeGeneration(id, 'c'.repeat(1000), 2000, 3n);
  await writeGeneration(id, 'old'.repeat(100), 1000, 1n);
  await storage.finish(id, 3000, 3n);
  expect(await readAll(id, 0, 2999)).toBe('a'.repeat(1000) + 'b'.repeat(1000) + 'c'.repeat(1000));
});
