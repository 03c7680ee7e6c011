import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { bytesOf, entry, few, has, modifiedAtMs, python } from '@/testing/service/zip';
import { zipLayout } from './layout';
import type { ZipEntry } from './records';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-zip-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const withUnzip = test.skipIf(!has('unzip') || !has('zipinfo'));
const withPython = test.skipIf(!has('python3'));

async function archiveOf(entries: ZipEntry[], name: string) {
  const file = path.join(folder, name);
  fs.writeFileSync(file, await bytesOf(zipLayout(entries)));
  return file;
}

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
    // It says times as the machine does.
    const program = ['TZ=UTC', 'zipinfo', '-T', '-l', await archiveOf(few(), 'info.zip')];
    const report = execFileSync('env', program, { encoding: 'utf8' });
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

  withUnzip('unzip sets the same instant in every zone', async () => {
    const file = await archiveOf([entry('a.txt', 'a')], 'zones.zip');
    for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
      const target = path.join(folder, zone.replace('/', '-'));
      execFileSync('env', [`TZ=${zone}`, 'unzip', '-q', file, '-d', target]);
      expect(fs.statSync(path.join(target, 'a.txt')).mtimeMs).toBe(modifiedAtMs);
    }
  });

  withUnzip('unzip takes an empty archive for one', async () => {
    const file = await archiveOf([], 'empty.zip');
    expect(fs.statSync(file).size).toBe(22);
    expect(spawnSync('zipinfo', [file], { encoding: 'utf8' }).stdout).toContain('Empty zipfile.');
  });

  withUnzip('unzip reads 70,000 entries', async () => {
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
  const bytes = await bytesOf(zipLayout([{ ...entry('x', ''), modifiedAtMs: Date.parse(time) }]));
  expect([bytes.readUInt16LE(10), bytes.readUInt16LE(12)]).toEqual([expectedTime, expectedDate]);
});
