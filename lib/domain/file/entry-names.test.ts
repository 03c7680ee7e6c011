import { expect, test } from 'vitest';
import { entryNames } from './entry-names';

const file = (name: string, path = '') => ({ id: 'id-of-the-file', path, name });
const named = (name: string, path = '') => entryNames([file(name, path)])[0];

test.each([
  ['report.pdf', '', 'report.pdf'],
  ['年次報告書 🐳.docx', '資料/二〇二六', '資料/二〇二六/年次報告書 🐳.docx'],
  ['passwd', '/etc', 'etc/passwd'],
  ['passwd', '../../../etc', 'etc/passwd'],
  ['../../etc/passwd', '', 'passwd'],
  ['..\\..\\boot.ini', 'C:\\Windows', 'C_/Windows/boot.ini'],
  ['a\u0000b\r\n\u001b[31mc.txt', '', 'abc.txt'.replace('c', '[31mc')],
  ['invoice\u202efdp.exe', '', 'invoicefdp.exe'],
  ['a.txt', './/x/./y//..', 'x/y/a.txt'],
  ['what? "now": <1|2>*.txt', '', 'what_ _now__ _1_2__.txt'],
  ['AC\\DC live.mp3', 'a\\b', 'a_b/AC_DC live.mp3'],
  ['con.txt', 'AUX/nul/com1.d', 'AUX_/nul_/com1_.d/con_.txt'],
  ['console.txt', 'auxiliary', 'auxiliary/console.txt'],
  ['dots...', 'folder. .', 'folder/dots'],
  ['.env', '.git', '.git/.env'],
  ['half \ud800 pair', '', 'half \ufffd pair'],
  ['..', '', 'id-of-the-file'],
  ['', '', 'id-of-the-file'],
  ['', 'folder', 'folder/id-of-the-file'],
  ['...', '... /x', 'x/id-of-the-file'],
])('%j in the folder %j is packed as %j', (name, path, packed) => {
  expect(named(name, path)).toBe(packed);
});

test('equal names are numbered before the ending, in the order of the files', () => {
  const files = ['a.txt', 'a.txt', 'a (2).txt', 'a.txt', 'Makefile', 'Makefile'].map((name) => file(name));
  expect(entryNames(files)).toEqual([
    'a.txt',
    'a (2).txt',
    'a (2) (2).txt',
    'a (3).txt',
    'Makefile',
    'Makefile (2)',
  ]);
});

test('names that many systems take for one are told apart: case, accents, what was cleaned away', () => {
  const files = ['READ.me', 'read.ME', 'é', 'e\u0301', 'a?', 'a*', 'straße', 'STRASSE'].map((name) =>
    file(name),
  );
  expect(entryNames(files)).toEqual([
    'READ.me',
    'read (2).ME',
    'é',
    'e\u0301 (2)',
    'a_',
    'a_ (2)',
    'straße',
    'STRASSE (2)',
  ]);
});

test('equal names in different folders stay', () => {
  expect(entryNames([file('a', 'x'), file('a', 'y'), file('a')])).toEqual(['x/a', 'y/a', 'a']);
});

test('a file never takes the name of a folder', () => {
  expect(entryNames([file('x'), file('a', 'X/y'), file('Y', 'x')])).toEqual(['x (2)', 'X/y/a', 'x/Y (2)']);
});

test('no name is longer than file systems take, whole characters and the ending stay, numbers fit in', () => {
  const long = `${'🐳'.repeat(120)}.tar`;
  const [first, second] = entryNames([file(long), file(long)]) as [string, string];
  for (const name of [first, second]) {
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
    expect(name).toMatch(/^🐳+( \(2\))?\.tar$/u);
  }
  expect(second).not.toBe(first);
});

test('ten thousand equal names are told apart quickly', () => {
  const names = entryNames(Array.from({ length: 10_000 }, () => file('photo.jpg')));
  expect(new Set(names).size).toBe(10_000);
  expect(names.at(-1)).toBe('photo (10000).jpg');
});

test('a number stands before an ending, but not within a name whose last dot is no ending', () => {
  const files = (name: string) => entryNames([file(name), file(name)])[1];
  expect(files('a.fifteen-letters')).toBe('a (2).fifteen-letters');
  expect(files('a.sixteen-letters-')).toBe('a.sixteen-letters- (2)');
});
