import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { expect, onTestFinished, test } from 'vitest';
import { beginMark } from '@/scripts/lib/begin-mark.mjs';

const kept = [
  'prisma/schema.prisma',
  'lib/contract/share/share-marks.ts',
  'lib/server/services/share/marks.ts',
];

function copyOfProject(): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-mark-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true }));
  for (const file of kept) fs.cpSync(file, path.join(root, file));
  return root;
}

test('a mark begins with its table, calls, field, service, route and test, and what there is stays', () => {
  const root = copyOfProject();
  const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
  const files = beginMark(root, 'pin', 'pinned');
  const sources = files.filter((file) => file.endsWith('.ts'));
  expect(sources.map((file) => parseSync(file, read(file)).errors)).toEqual(sources.map(() => []));
  expect(read('app/api/v2/sec/share/[id]/pin/route.ts')).toContain('export const DELETE');
  for (const file of kept) {
    const added = read(file)
      .split('\n')
      .filter((line) => /pin/i.test(line));
    expect(added.length).toBeGreaterThan(2);
    const left = fs.readFileSync(file, 'utf8').split('\n');
    expect(left.filter((line) => !read(file).split('\n').includes(line))).toEqual([]);
  }
});

test('a name that is not of small letters is refused, and so is one that there is', () => {
  const root = copyOfProject();
  expect(() => beginMark(root, '../pin', 'pinned')).toThrow(/small letters/);
  expect(() => beginMark(root, 'pin', '')).toThrow(/small letters/);
  beginMark(root, 'pin', 'pinned');
  expect(() => beginMark(root, 'pin', 'pinned')).toThrow(/already/);
});
