import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LocalPlaces } from './local-place';

const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-places-')));
afterAll(() => fs.rmSync(dir, { recursive: true }));

const placeOf = (filename: string, folder = '', places = new LocalPlaces(dir)) =>
  path.relative(dir, places.placeOf({ path: folder, filename, id: 'file-id' }));

test.each([
  ['notes.txt', '', 'notes.txt'],
  ['../../etc/passwd', '', 'passwd'],
  ['..', '', 'file-id'],
  ['', '', 'file-id'],
  ['a\0b.txt', '', 'ab.txt'],
  ['x', '../../up/./here', 'up/here/x'],
  ['x', '/etc//', 'etc/x'],
  ['C:\\docs\\plan.txt', '', 'plan.txt'],
])('%j in %j lands at %j, inside the folder', (filename, folder, expected) => {
  expect(placeOf(filename, folder)).toBe(expected);
});

test('names that no disk takes are cut by bytes, with their ending', () => {
  const place = placeOf(`${'ü'.repeat(200)}.pdf`);
  expect(Buffer.byteLength(place)).toBeLessThanOrEqual(255);
  expect(place).toMatch(/^ü+\.pdf$/);
});

test('two of one name get numbers, also where only the case differs', () => {
  const places = new LocalPlaces(dir);
  expect(['a.txt', 'A.txt', 'a.txt'].map((name) => placeOf(name, '', places))).toEqual([
    'a.txt',
    'A (2).txt',
    'a (3).txt',
  ]);
});

test('a link on the disk that leads out is not followed', () => {
  fs.symlinkSync(os.tmpdir(), path.join(dir, 'out'));
  expect(() => placeOf('x', 'out')).toThrow('is a link to a place outside');
});
