import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { diskStorage } from '@/lib/server/storage/disk';
import type { Storage } from '@/lib/server/storage/storage';
import { type ZipLayout, zipLayout } from './layout';
import type { ZipEntry } from './records';
import { zipBytes } from './zip-bytes';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-zip-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const storedAtMs = Date.parse('2026-02-03T04:05:06Z');
const GiB = 1024 ** 3;

/** A tool of the machine. Where it is missing its tests say so and are skipped. */
const has = (tool: string) => spawnSync(tool, ['--help'], { stdio: 'ignore' }).error === undefined;
const withUnzip = test.skipIf(!has('unzip') || !has('zipinfo'));
const withPython = test.skipIf(!has('python3'));

const stored = new Map<string, Buffer>();
const inMemory: Storage['read'] = async function* (id, { start, end }) {
  const bytes = stored.get(id) ?? Buffer.alloc(0);
  for (let at = start; at <= end; at += 1000) yield bytes.subarray(at, Math.min(at + 1000, end + 1));
};

function entry(name: string, content: string | Buffer): ZipEntry {
  const bytes = Buffer.from(content);
  const fileId = `file-${stored.size}`;
  stored.set(fileId, bytes);
  return { fileId, name, sizeBytes: bytes.length, crc32: crc32(bytes), storedAtMs };
}

async function bytesOf(layout: ZipLayout, start = 0, end = layout.sizeBytes - 1, read = inMemory) {
  const parts: Buffer[] = [];
  for await (const part of zipBytes(layout, { start, end }, read)) parts.push(Buffer.from(part));
  return Buffer.concat(parts);
}

async function archiveOf(entries: ZipEntry[], name: string) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, await bytesOf(zipLayout(entries)));
  return file;
}

const few = () => [
  entry('readme.md', '# Hello'),
  entry('folder/leer.bin', ''),
  entry('資料/photo 🐳.jpg', Buffer.alloc(300_000, 7)),
  entry('last', 'z'),
];

const python = (script: string, ...args: string[]) =>
  execFileSync('python3', ['-c', `import sys, zipfile\n${script}`, ...args], { encoding: 'utf8' }).trim();

describe('what other programs read', () => {
  withUnzip('unzip finds names, folders, bytes and checksums in order', async () => {
    const file = await archiveOf(few(), 'few.zip');
    expect(execFileSync('unzip', ['-t', file], { encoding: 'utf8' })).toContain('No errors detected');
    const target = path.join(folder, 'few');
    execFileSync('env', ['LC_ALL=C.UTF-8', 'unzip', '-q', file, '-d', target]);
    expect(fs.readFileSync(path.join(target, 'readme.md'), 'utf8')).toBe('# Hello');
    expect(fs.statSync(path.join(target, 'folder/leer.bin')).size).toBe(0);
    expect(fs.statSync(path.join(target, '資料/photo 🐳.jpg')).size).toBe(300_000);
    expect(fs.statSync(path.join(target, 'last')).mode & 0o777).toBe(0o644);
  });

  withUnzip('zipinfo reports stored Unix files of the right time and no warning', async () => {
    const report = execFileSync('zipinfo', ['-T', '-l', await archiveOf(few(), 'info.zip')], {
      encoding: 'utf8',
    });
    expect(report).toMatch(/-rw-r--r-- +3\.0 unx +7 b. +7 stor 20260203\.040506 readme\.md/);
  });

  withPython('Python finds the same, flags and modes included', async () => {
    const file = await archiveOf(few(), 'python.zip');
    const report = python(
      `z = zipfile.ZipFile(sys.argv[1])
print(z.testzip())
for i in z.infolist(): print(i.filename, i.file_size, i.flag_bits, oct(i.external_attr >> 16), i.date_time[0:6])`,
      file,
    );
    expect(report.split('\n')[0]).toBe('None');
    expect(report).toContain('資料/photo 🐳.jpg 300000 2048 0o100644 (2026, 2, 3, 4, 5, 6)');
  });

  withUnzip('unzip takes an empty archive for one', async () => {
    const file = await archiveOf([], 'empty.zip');
    expect(fs.statSync(file).size).toBe(22);
    expect(spawnSync('zipinfo', [file], { encoding: 'utf8' }).stdout).toContain('Empty zipfile.');
  });

  withUnzip('unzip reads 70,000 entries', { timeout: 120_000 }, async () => {
    const one = entry('x', 'same bytes');
    const entries = Array.from({ length: 70_000 }, (_, n) => ({ ...one, name: `d${n % 70}/file-${n}.txt` }));
    const file = await archiveOf(entries, 'many.zip');
    const report = execFileSync('unzip', ['-tq', file], { encoding: 'utf8' });
    expect(report).toContain('No errors detected');
    expect(execFileSync('zipinfo', ['-t', file], { encoding: 'utf8' })).toMatch(/^70000 files/);
  });
});

test.each([
  ['before the format knows', '1970-01-01T00:00:00Z', [0, 33]],
  ['after it knows', '2200-01-01T00:00:00Z', [49021, 65439]],
])('a time %s is moved to where it does', async (_, time, [expectedTime, expectedDate]) => {
  const bytes = await bytesOf(zipLayout([{ ...entry('x', ''), storedAtMs: Date.parse(time) }]));
  expect([bytes.readUInt16LE(10), bytes.readUInt16LE(12)]).toEqual([expectedTime, expectedDate]);
});

describe('ranges', () => {
  test('any range is exactly that part of the archive', async () => {
    const layout = zipLayout(few());
    const whole = await bytesOf(layout);
    expect(whole).toHaveLength(layout.sizeBytes);
    let seed = 1;
    const random = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    for (let n = 0; n < 300; n++) {
      const start = random(layout.sizeBytes);
      const end = start + random(Math.min(layout.sizeBytes - start, n % 2 ? 100 : layout.sizeBytes));
      expect((await bytesOf(layout, start, end)).equals(whole.subarray(start, end + 1))).toBe(true);
    }
  });

  test('a file that the range leaves out is never opened', async () => {
    const entries = [entry('first', 'a'.repeat(5000)), entry('second', 'b')];
    const opened: string[] = [];
    const layout = zipLayout(entries);
    const read: Storage['read'] = (id, range) => {
      opened.push(id);
      return inMemory(id, range);
    };
    await bytesOf(layout, layout.sizeBytes - 60, undefined, read);
    expect(opened).toEqual([]);
    await bytesOf(layout, layout.directory.at - 1, undefined, read);
    expect(opened).toEqual([entries[1]?.fileId]);
  });
});

describe('a file that is not what was declared', () => {
  test.each([
    ['shorter', 10],
    ['longer', 30],
  ])('ends the archive with an error when it is %s', async (_, given) => {
    const lie = { ...entry('x', Buffer.alloc(20)), sizeBytes: 20 };
    const read: Storage['read'] = async function* () {
      yield Buffer.alloc(given);
    };
    await expect(bytesOf(zipLayout([lie, entry('y', 'y')]), 0, undefined, read)).rejects.toThrow(lie.fileId);
  });

  test('ends the archive with an error when it is gone, and closes what it had open', async () => {
    let closed = 0;
    const read: Storage['read'] = async function* (id, range) {
      if (id === 'gone') throw new Error('gone');
      try {
        yield* inMemory(id, range);
      } finally {
        closed++;
      }
    };
    const layout = zipLayout([entry('x', 'x'), { ...entry('y', 'y'), fileId: 'gone' }]);
    await expect(bytesOf(layout, 0, undefined, read)).rejects.toThrow('gone');
    expect(closed).toBe(1);
  });

  test('a reader that goes away closes what is open', async () => {
    let closed = 0;
    const read: Storage['read'] = async function* (id, range) {
      try {
        yield* inMemory(id, range);
      } finally {
        closed++;
      }
    };
    const layout = zipLayout([entry('x', Buffer.alloc(1_000_000))]);
    for await (const _ of zipBytes(layout, { start: 0, end: layout.sizeBytes - 1 }, read)) break;
    expect(closed).toBe(1);
  });
});

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
    return { fileId: name, name, sizeBytes, crc32: crc, storedAtMs };
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
  ])('files of and behind %s are found by others', { timeout: 120_000 }, async (_, sizeBytes) => {
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
      { fileId: id, name: 'sparse', sizeBytes: 7 * GiB, crc32: 0, storedAtMs },
    ]);
    const at = layout.sizeBytes - layout.directory.sizeBytes - 98 - 2 * GiB;
    const { read } = diskStorage(dataDir);
    expect((await bytesOf(layout, at - 1, at + 4, read)).toString('latin1')).toBe('\0here\0');
  });
});
