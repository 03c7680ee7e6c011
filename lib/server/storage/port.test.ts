import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '@/lib/server/ids';
import { endpoint, freshBucket, storageIn } from '@/testing/network/bucket';
import { diskStorage } from './disk/disk-storage';
import type { Storage } from './port';

const mib = 1024 * 1024;
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-storage-'));
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

const kinds: [name: string, isThere: boolean, open: () => Promise<Storage>][] = [
  ['on disk', true, async () => diskStorage(dir)],
  [
    'in a bucket',
    endpoint !== null,
    async () => storageIn(await freshBucket({ prefix: 'deep/down/' }), { memoryBytes: 24 * mib }),
  ],
];

describe.each(kinds)('%s', (_name, isThere, open) => {
  let storage: Storage;
  beforeAll(async () => {
    if (isThere) storage = await open();
  });
  const check = isThere ? test : test.skip;

  async function write(id: string, bytes: Buffer, offset: number, maxBytes: number): Promise<void> {
    const writer = await storage.openWriter(id, offset, maxBytes);
    try {
      for (let at = 0; at < bytes.length; at += 3 * mib) {
        const part = bytes.subarray(at, at + 3 * mib);
        expect(await writer.write([part.subarray(0, 1), part.subarray(1)], offset + at)).toBe(part.length);
      }
      await writer.sync();
    } finally {
      await writer.close();
    }
  }

  async function writeAll(bytes: Buffer): Promise<string> {
    const id = newId();
    await write(id, bytes, 0, bytes.length);
    return id;
  }

  async function readAll(id: string, start: number, end: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for await (const part of storage.read(id, { start, end })) parts.push(Buffer.from(part));
    return Buffer.concat(parts);
  }

  check(
    'a finished file is read in whole and in ranges, and finishing it again changes nothing',
    async () => {
      const id = await writeAll(Buffer.from('hello'));
      await storage.finish(id, 5);
      expect(String(await readAll(id, 1, 3))).toBe('ell');
      await storage.finish(id, 5); // as after a crash
      expect(String(await readAll(id, 0, 4))).toBe('hello');
      expect(String(await readAll(id, 4, 4))).toBe('o');
    },
  );

  check('an empty file is a file', async () => {
    const id = newId();
    await (await storage.openWriter(id, 0, 0)).close();
    await storage.finish(id, 0);
    await storage.finish(id, 0);
  });

  check('a small file that is all there is stored in one go, as often as it comes', async () => {
    const id = newId();
    const whole = (text: string) =>
      storage.storeWhole(id, [Buffer.from(text.slice(0, 1)), Buffer.from(text.slice(1))]);
    await whole('longer before');
    await whole('hello');
    expect(String(await readAll(id, 0, 4))).toBe('hello');
    await expect(readAll(id, 0, 5)).rejects.toThrow('server.unavailable');
    await storage.finish(id, 5); // as after a crash
    await storage.storeWhole(newId(), []);
  });

  check('many small files at once are stored each as it is', async () => {
    const files = Array.from({ length: 50 }, (_, n) => ({ id: newId(), bytes: randomBytes(1 + n * 100) }));
    await Promise.all(files.map(({ id, bytes }) => storage.storeWhole(id, [bytes])));
    for (const { id, bytes } of files) {
      expect((await readAll(id, 0, bytes.length - 1)).equals(bytes)).toBe(true);
    }
  });

  check('a file that never was, or is shorter than its row says, is a failure and not a file', async () => {
    await expect(readAll(newId(), 0, 4)).rejects.toThrow('server.unavailable');
    const id = await writeAll(Buffer.from('hello'));
    await storage.finish(id, 5);
    await expect(readAll(id, 0, 5)).rejects.toThrow('server.unavailable');
    const half = newId();
    await write(half, Buffer.from('hell'), 0, 5);
    await expect(storage.finish(half, 5)).rejects.toThrow();
    await expect(storage.finish(newId(), 5)).rejects.toThrow('server.unavailable');
  });

  check(
    'writing goes on where it stopped, and only where as much is stored as was acknowledged',
    async () => {
      const id = newId();
      await write(id, Buffer.from('hello'), 0, 11);
      await expect(storage.openWriter(id, 6, 11)).rejects.toThrow('server.unavailable');
      await write(id, Buffer.from(' wor'), 5, 11);
      await write(id, Buffer.from('ld'), 9, 11);
      await storage.finish(id, 11);
      expect(String(await readAll(id, 0, 10))).toBe('hello world');
    },
  );

  check('a file that comes in many small requests is the same file', async () => {
    const [bytes, id] = [randomBytes(24_000), newId()];
    for (let at = 0; at < bytes.length; at += 1_000) {
      await write(id, bytes.subarray(at, at + 1_000), at, bytes.length);
    }
    await storage.finish(id, bytes.length);
    expect((await readAll(id, 0, bytes.length - 1)).equals(bytes)).toBe(true);
  });

  check('what was written but never acknowledged is overwritten', async () => {
    const id = newId();
    await write(id, Buffer.from('hello junk'), 0, 20);
    await write(id, Buffer.from(' world and all that'.slice(0, 15)), 5, 20);
    await storage.finish(id, 20);
    expect(String(await readAll(id, 0, 19))).toBe('hello world and all ');
  });

  check('a file of many parts comes in requests of any size and goes out in any range', async () => {
    const bytes = randomBytes(41 * mib + 7);
    const id = newId();
    let offset = 0;
    for (const end of [3 * mib, 16 * mib, 20 * mib + 5, 32 * mib - 1, 32 * mib + 1, 40 * mib, bytes.length]) {
      await write(id, bytes.subarray(offset, end), offset, bytes.length);
      offset = end;
    }
    await storage.finish(id, bytes.length);
    await storage.finish(id, bytes.length);
    expect((await readAll(id, 0, bytes.length - 1)).equals(bytes)).toBe(true);
    const [from, to] = [16 * mib - 3, 33 * mib + 9];
    expect((await readAll(id, from, to)).equals(bytes.subarray(from, to + 1))).toBe(true);
  });

  check('a file may turn out smaller than it could have been', async () => {
    for (const size of [5, 16 * mib, 18 * mib]) {
      const [id, bytes] = [newId(), randomBytes(size)];
      await write(id, bytes, 0, 1024 * mib);
      await storage.finish(id, size);
      expect((await readAll(id, 0, size - 1)).equals(bytes)).toBe(true);
    }
  });

  check(
    'many uploads at once share the memory there is, fast and slow ones, and each arrives whole',
    async () => {
      const size = 17 * mib + 1;
      const sums = await Promise.all(
        Array.from({ length: 12 }, async (_, n) => {
          const [id, bytes] = [newId(), randomBytes(size)];
          const writer = await storage.openWriter(id, 0, size);
          for (let at = 0; at < size; at += 640 * 1024) {
            await writer.write([bytes.subarray(at, at + 640 * 1024)], at);
            if (n % 3 === 0) await setTimeout(5);
          }
          await writer.sync();
          await writer.close();
          await storage.finish(id, size);
          return (await readAll(id, 0, size - 1)).equals(bytes);
        }),
      );
      expect(sums).toEqual(sums.map(() => true));
    },
    60_000,
  );

  check('a reader that leaves early leaves nothing behind', async () => {
    const id = await writeAll(randomBytes(20 * mib));
    await storage.finish(id, 20 * mib);
    for (let n = 0; n < 20; n++) {
      for await (const part of storage.read(id, { start: n, end: 20 * mib - 1 })) if (part.length > 0) break;
    }
    expect(await readAll(id, 5, 6)).toHaveLength(2);
  });

  check('removing takes a file in any state, also none', async () => {
    const [half, parts, whole] = [newId(), newId(), await writeAll(Buffer.from('hello'))];
    await write(half, Buffer.from('he'), 0, 5);
    await write(parts, randomBytes(17 * mib), 0, 18 * mib);
    await storage.finish(whole, 5);
    await Promise.all([half, parts, whole, newId()].map((id) => storage.remove(id)));
    await expect(readAll(whole, 0, 4)).rejects.toThrow('server.unavailable');
    for (const id of [half, parts]) {
      await expect(storage.openWriter(id, 2, 18 * mib)).rejects.toThrow('server.unavailable');
    }
  });

  check.each(['../../etc/passwd', 'a/b/c/d/e/f', '..', '', 'nul\0nul\0nul'])(
    'an id like %j touches nothing',
    async (id) => {
      await expect(storage.openWriter(id, 0, 5)).rejects.toThrow('file.notFound');
      await expect(readAll(id, 0, 1)).rejects.toThrow('file.notFound');
      await expect(storage.remove(id)).rejects.toThrow('file.notFound');
    },
  );
});
