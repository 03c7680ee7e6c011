import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { localPaths, makeFolders } from './local-paths';

const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-places-')));
afterAll(() => fs.rmSync(dir, { recursive: true }));

const listedFile = (filename: string, folder = '', id = 'file-id') => ({
  id,
  filename,
  path: folder,
  size: 0,
  checksum: '',
  created: 0,
  lastModified: null,
});
type TestNaming = Parameters<typeof localPaths>[2];
const pathsOf = (files: ReturnType<typeof listedFile>[], naming?: TestNaming) =>
  localPaths(dir, files, naming).places.map((place) => path.relative(dir, place));
const pathOf = (filename: string, folder = '', naming?: TestNaming) =>
  pathsOf([listedFile(filename, folder)], naming)[0];

test.each([
  ['notes.txt', '', 'notes.txt'],
  ['../../etc/passwd', '', 'passwd'],
  ['..', '', 'file-id'],
  ['', '', 'file-id'],
  ['a\0b.txt', '', 'ab.txt'],
  ['x', '../../up/./here', 'up/here/x'],
  ['x', '/etc//', 'etc/x'],
  ['C:\\docs\\plan.txt', '', 'plan.txt'],
  ['12:30 what?.log', '', '12:30 what?.log'],
  ['invoice\u202efdp.exe', 'a\r\nb', 'ab/invoicefdp.exe'],
])('%j in %j lands at %j, inside the folder', (filename, folder, expected) => {
  expect(pathOf(filename, folder)).toBe(expected);
});

test.each([
  ['.bashrc', '', '_bashrc'],
  [' .bashrc', '', '_bashrc'],
  ['\u200c.bashrc', '', '_bashrc'],
  ['...', '', '_..'],
  ['authorized_keys', '.ssh', '_ssh/authorized_keys'],
  ['pre-commit', 'photos/.git/hooks', 'photos/_git/hooks/pre-commit'],
])('%j in %j becomes no file that other programs obey, but %j', (filename, folder, expected) => {
  expect(pathOf(filename, folder)).toBe(expected);
  expect(localPaths(dir, [listedFile(filename, folder)]).hasDots).toBe(true);
});

test('dots are kept for who asks for it', () => {
  expect(pathOf('pre-commit', '.git/hooks', { keepsDots: true })).toBe('.git/hooks/pre-commit');
});

test.each([
  ['aux.c', 'con', 'con_/aux_.c'],
  ['a:b.txt', 'x.', 'x/a_b.txt'],
  ['config', 'GIT~1', 'GIT_1/config'],
  ['LPT¹', '', 'LPT¹_'],
])('on Windows %j in %j lands at %j', (filename, folder, expected) => {
  expect(pathOf(filename, folder, { system: 'win32' })).toBe(expected);
});

test('names that no disk takes are cut by bytes, with their ending', () => {
  const place = pathOf(`${'ü'.repeat(200)}.pdf`) ?? '';
  expect(Buffer.byteLength(place)).toBeLessThanOrEqual(255);
  expect(place).toMatch(/^ü+\.pdf$/);
});

test('two that some disk takes for one get numbers: case, accents, a file and a folder', () => {
  const files = ['a.txt', 'A.txt', 'a.txt', '\u00e9', 'e\u0301', 'folder'].map((name) => listedFile(name));
  expect(pathsOf([...files, listedFile('x', 'Folder')])).toEqual([
    'a.txt',
    'A (2).txt',
    'a (3).txt',
    '\u00e9',
    'e\u0301 (2)',
    'folder (2)',
    'Folder/x',
  ]);
});

test('a link on the disk that leads out is not followed, and nothing is made behind it', () => {
  const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-outside-'));
  fs.symlinkSync(outside, path.join(dir, 'out'));
  fs.symlinkSync(path.join(outside, 'nothing'), path.join(dir, 'dead'));
  for (const folder of ['out', 'out/new/deep', 'dead', 'dead/new']) {
    const { places } = localPaths(dir, [listedFile('a', 'fine'), listedFile('x', folder)]);
    expect(() => makeFolders(dir, places)).toThrow('is a link to a place outside');
  }
  expect([fs.readdirSync(outside), fs.existsSync(path.join(dir, 'fine'))]).toEqual([[], false]);
  fs.rmSync(outside, { recursive: true });
});

test.skipIf(process.platform !== 'linux')(
  'where the system makes no folder, a download ends with its refusal',
  () => {
    expect(() => makeFolders('/proc/slipway', [])).toThrow(/ENOENT|EACCES/);
  },
);
