import { expect, test } from 'vitest';
import { safeFileName, safeFolderPath } from './file-name';

test.each([
  ['report.pdf', 'report.pdf'],
  ['年次報告書 🐳.docx', '年次報告書 🐳.docx'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['C:\\Users\\ada\\a.txt', 'a.txt'],
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
