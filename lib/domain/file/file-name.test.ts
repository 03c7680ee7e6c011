import { expect, test } from 'vitest';
import { isJunk, safeFileName, safeFolderPath } from './file-name';
import { startAndEnd } from './name-ends';

test.each([
  ['report.pdf', 'report.pdf'],
  ['年次報告書 🐳.docx', '年次報告書 🐳.docx'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['C:\\Users\\ada\\a.txt', 'a.txt'],
  ['\\\\srv\\share\\a.txt', 'a.txt'],
  ['C:\\fakepath\\a.txt', 'a.txt'],
  ['/fakepath\\a.txt', 'a.txt'],
  ['AC\\DC live.mp3', 'AC\\DC live.mp3'],
  ['back\\slash', 'back\\slash'],
  ['a\u0000b\r\nc.txt', 'abc.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe'],
  ['..', ''],
  ['.', ''],
  ['/', ''],
  ['  spaced  ', 'spaced'],
  ['.hidden', '.hidden'],
])('the name %j becomes %j', (given, safe) => expect(safeFileName(given)).toBe(safe));

test('a long name keeps its ending and stays whole characters', () => {
  const safe = safeFileName(`${'🐳'.repeat(300)}.tar.gz`);
  expect(safe.length).toBeLessThanOrEqual(255);
  expect(safe.endsWith('.gz')).toBe(true);
  expect(safe.isWellFormed()).toBe(true);
});

test.each([
  ['a pair', '🐳', 127],
  ['a family', '👩‍👩‍👧', 31],
  ['a letter with an accent of its own', 'e\u0301', 127],
])('a long name of %s is cut between two', (_what, character, count) => {
  expect(safeFileName(character.repeat(300))).toBe(character.repeat(count));
});

test('a letter of very many accents is cut all the same', () => {
  expect(safeFileName(`e${'\u0301'.repeat(300)}`)).toHaveLength(255);
  expect(safeFileName(`${'a'.repeat(254)}🐳`)).toBe('a'.repeat(254));
});

test.each([
  ['photos/2026/may', 'photos/2026/may'],
  ['/absolute/path/', 'absolute/path'],
  ['a/../../b', 'a/b'],
  ['a\\b\\..\\c', 'a/b/c'],
  ['a\\b/c', 'a\\b/c'],
  ['C:\\photos\\may', 'C:/photos/may'],
  ['./a//b', 'a/b'],
  ['', ''],
])('the folder %j becomes %j', (given, safe) => expect(safeFolderPath(given)).toBe(safe));

test('folders end at a depth that nobody needs', () => {
  expect(safeFolderPath('x/'.repeat(1000)).split('/')).toHaveLength(64);
});

test.each([
  ['report.pdf', 'report.pdf', ''],
  ['Quarterly report for the board (2).pdf', 'Quarterly report for the boa', 'rd (2).pdf'],
  ['a-name-of-very-many-letters-without-ending', 'a-name-of-very-many-letters-without-', 'ending'],
  [`${'🐳'.repeat(20)}.png`, '🐳'.repeat(17), `${'🐳'.repeat(3)}.png`],
])('the name %j is shown as %j and %j', (name, start, end) => {
  expect(startAndEnd(name)).toEqual([start, end]);
});

test.each([
  ['', '.DS_Store'],
  ['photos', 'Thumbs.db'],
  ['photos', '._beach.jpg'],
  ['__MACOSX/photos', 'beach.jpg'],
])('%s/%s is left out', (path, name) => {
  expect(isJunk(path, name)).toBe(true);
});

test.each([
  ['', '.env'],
  ['project/.git', 'config'],
  ['', '_.jpg'],
  ['', 'Thumbs.db.txt'],
])('%s/%s is somebody’s file', (path, name) => {
  expect(isJunk(path, name)).toBe(false);
});
