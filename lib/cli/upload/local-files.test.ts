import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileKey, findLocalFiles } from './local-files';

const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-files-')));
afterAll(() => fs.rmSync(dir, { recursive: true }));

const latinPath = (name: string) => Buffer.from(path.join(dir, name), 'latin1');

beforeAll(() => {
  for (const name of ['a.txt', 'b.txt', 'c.md', '.hidden.txt', 'sub/d.txt', 'sub/deep/e.txt', '[x].txt'])
    write(Buffer.from(path.join(dir, name)));
  for (const name of ['old/caf\u00e9.txt', 'old/caf\u00e8.txt', 'old/\u00fcber/plan.txt', 'old/plain.txt'])
    write(latinPath(name));
  write(Buffer.from(path.join(dir, 'old/caf\u00e9.txt')));
});

function write(place: Buffer): void {
  fs.mkdirSync(place.subarray(0, place.lastIndexOf('/')), { recursive: true });
  fs.writeFileSync(place, place);
}

function collect(...names: string[]): { keys: string[]; notes: string[] } {
  const notes: string[] = [];
  const files = findLocalFiles(
    names.map((name) => path.join(dir, name)),
    (text) => notes.push(text.replace(`${dir}/`, '')),
  );
  for (const { place } of files) expect(fs.readFileSync(place.bytes).equals(place.bytes)).toBe(true);
  return { keys: files.map(fileKey), notes };
}

test.each([
  [['*.txt'], ['[x].txt', 'a.txt', 'b.txt']],
  [['?.*'], ['a.txt', 'b.txt', 'c.md']],
  [['.*.txt'], ['.hidden.txt']],
  [['sub/*.txt'], ['d.txt']],
  [['s*/deep'], ['deep/e.txt']],
  [
    ['*.txt', 'a.txt', 'b.txt'],
    ['[x].txt', 'a.txt', 'b.txt'],
  ],
  [['[x].txt'], ['[x].txt']],
])('%j, which no shell has expanded, is %j', (names, keys) => {
  expect(collect(...names).keys).toEqual(keys);
});

test.each(['*.none', 'none', 'a.txt/*', 'none/*.txt'])('%s is nothing', (name) => {
  expect(() => collect(name)).toThrow('No such file or folder');
});

test('names that are no UTF-8 are sent as they read, which is said, and none is left out', () => {
  const { keys, notes } = collect('old');
  expect(keys.sort()).toEqual([
    'old/caf\u00e8.txt',
    'old/caf\u00e9 (2).txt',
    'old/caf\u00e9.txt',
    'old/plain.txt',
    'old/\u00fcber/plan.txt',
  ]);
  const said = 'its name is not UTF-8, so it is sent as it reads here.';
  expect(notes.sort()).toEqual(
    ['old/caf\u00e8.txt', 'old/caf\u00e9.txt', 'old/\u00fcber'].map((name) => `${name}: ${said}`),
  );
});

test('a broken link named on the command line is reported by its name', () => {
  // As a shell's `old/caf*` comes in.
  const { keys } = collect('old/caf\ufffd.txt', 'old/caf\ufffd.txt', 'old/caf\u00e9.txt');
  expect(keys.sort()).toEqual(['caf\u00e8.txt', 'caf\u00e9 (2).txt', 'caf\u00e9.txt']);
  expect(collect('old/\ufffdber/plan.txt').keys).toEqual(['plan.txt']);
});

test('a folder in which there is nothing is named, for a share keeps files', () => {
  fs.mkdirSync(path.join(dir, 'tree/bare'), { recursive: true });
  fs.writeFileSync(path.join(dir, 'tree/f.txt'), path.join(dir, 'tree/f.txt'));
  expect(collect('tree')).toEqual({ keys: ['tree/f.txt'], notes: ['tree/bare is empty. Skipped.'] });
});

test('a time before 1970, which the server doesn’t keep, is none', () => {
  const old = path.join(dir, 'c.md');
  fs.utimesSync(old, new Date(-5000), new Date(-5000));
  expect(findLocalFiles([old], () => undefined)).toMatchObject([{ modifiedMs: null }]);
});
