import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import type { Storage } from '@/lib/server/storage/port';
import { bytesOf, entry, has, inMemory, modifiedAtMs, python, stored } from '@/testing/service/zip';
import { type ZipLayout, zipBytes, zipLayout } from './layout';
import type { ZipEntry } from './records';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-zip-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const GiB = 1024 ** 3;

/** What is all zeros is not written, so the archives are sparse. */
describe('beyond 4 GiB', () => {
  const zeros = Buffer.alloc(256 * 1024);
  const orZeros: Storage['read'] = async function* (id, range) {
    if (stored.has(id)) yield* inMemory(id, range);
    else
      for (let at = range.start; at <= range.end; at += zeros.length)
        yield zeros.subarray(0, range.end + 1 - at);
  };

  function zerosEntry(name: string, sizeBytes: number): ZipEntry {
    let crc = 0;
    for (let left = sizeBytes; left > 0; left -= zeros.length) crc = crc32(zeros.subarray(0, left), crc);
    return { fileId: name, name, sizeBytes, crc32: crc, modifiedAtMs };
  }

  async function sparseArchive(layout: ZipLayout) {
    const file = path.join(folder, 'sparse.zip');
    const target = await fs.promises.open(file, 'w');
    let at = 0;
    for await (const part of zipBytes(layout, { start: 0, end: layout.sizeBytes - 1 }, orZeros)) {
      if (!zeros.subarray(0, part.length).equals(part)) await target.write(part, 0, part.length, at);
      at += part.length;
    }
    await target.truncate(at);
    await target.close();
    expect(at).toBe(layout.sizeBytes);
    return file;
  }

  // Exactly what 32 bits hold is what Info-ZIP's unzip stumbles over unless the record names all three numbers.
  test.each([
    ['4 GiB - 2', 0xfffffffe],
    ['4 GiB - 1', 0xffffffff],
    ['6 GiB', 6 * GiB],
  ])('files of and behind %s are found by others', async (_, sizeBytes) => {
    const entries = [entry('before', 'B'), zerosEntry('zeros', sizeBytes), entry('behind', 'b')];
    const file = await sparseArchive(zipLayout(entries));
    if (has('unzip'))
      expect(execFileSync('unzip', ['-p', file, 'behind', 'before'], { encoding: 'utf8' })).toBe('Bb');
    if (has('zipinfo')) expect(execFileSync('zipinfo', [file], { encoding: 'utf8' })).toContain('3 files');
    if (has('python3')) {
      const script = `z = zipfile.ZipFile(sys.argv[1])
print([i.file_size for i in z.infolist()], z.read('behind'), z.read('before'))`;
      expect(python(script, file)).toBe(`[1, ${sizeBytes}, 1] b'b' b'B'`);
    }
  });

  test('a range far inside is read from disk at the right place', async () => {
    const dataDir = path.join(folder, 'data');
    const id = 'sparse-file-1';
    const stands = path.join(dataDir, 'files', id.slice(-2), id);
    fs.mkdirSync(path.dirname(stands), { recursive: true });
    const target = fs.openSync(stands, 'w');
    fs.ftruncateSync(target, 7 * GiB);
    fs.writeSync(target, 'here', 5 * GiB);
    fs.closeSync(target);
    const layout = zipLayout([
      entry('before', 'B'),
      { fileId: id, name: 'sparse', sizeBytes: 7 * GiB, crc32: 0, modifiedAtMs },
    ]);
    const at = layout.sizeBytes - layout.directory.sizeBytes - 98 - 2 * GiB;
    const { read } = diskStorage(dataDir);
    expect((await bytesOf(layout, at - 1, at + 4, read)).toString('latin1')).toBe('\0here\0');
  });
});
