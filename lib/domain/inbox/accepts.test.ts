import { expect, test } from 'vitest';
import { contradictsName, fileProblem } from './accepts';
import { endingOf, groupOf, groupOfType, typeGroups } from './inbox-form';

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test.each([
  ['photo.JPG', '\xff\xd8\xff\xe0'],
  ['film.mp4', '\0\0\0\x20ftypisom'],
  ['film.mov', '\0\0\0\x08wide'],
  ['song.mp3', '\xff\xfb\x90'],
  ['song.mp3', 'ID3\x04'],
  ['work.docx', 'PK\x03\x04'],
  ['locked.docx', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['old.doc', '{\\rtf1'],
  ['notes.txt', 'MZ is how this text begins'],
  ['list.csv', 'a,b'],
  ['drawing.dwg', 'AC1032'],
  ['empty.pdf', ''],
  ['scan.pdf', '\xef\xbb\xbf\r\n%PDF-1.4'],
  ['large.tif', 'II+\0\x08\0'],
  ['tagged.flac', 'ID3\x04'],
  ['mail.msg', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['plan.vsdx', 'PK\x03\x04'],
  ['raw.dng', 'II*\0'],
  ['logo.ai', '%PDF-1.6'],
  ['setup.exe', 'MZ\x90\0'],
  ['backup.sh', '#!/bin/sh'],
])('%s may begin as it does', (name, head) => expect(contradictsName(name, bytes(head))).toBe(false));

test.each([
  ['photo.jpg', '\x89PNG\r\n\x1a\n'],
  ['photo.jpg', '<html>'],
  ['photo.jpg', '\xff'],
  ['paper.pdf', 'MZ\x90\0'],
  ['notes.txt', 'MZ\x90\0\x03\0'],
  ['notes.txt', '\x7fELF'],
  ['list.csv', 'PK\x03\x04'],
  ['song.mp3', 'PK\x03\x04'],
  ['film.mov', 'Rar!\x1a\x07'],
  ['work.docx', '%PDF-1.4'],
  ['drawing.dwg', '#!/bin/sh'],
  ['mail.msg', 'MZ\x90\0'],
  ['scan.pdf', 'MZ\x90\0 %PDF-1.4'],
  ['backup.tar', 'PK\x03\x04'],
])('%s can’t begin with %j', (name, head) => expect(contradictsName(name, bytes(head))).toBe(true));

test('the ending counts as the last system would read it', () => {
  for (const [name, ending] of [
    ['a.tar.GZ', 'gz'],
    ['.bashrc', ''],
    ['a.', ''],
    ['a', ''],
    ['x.pdf.exe', 'exe'],
  ] as const)
    expect(endingOf(name)).toBe(ending);
  expect(['a.heic', 'a.mkv', 'a.opus', 'a.odt', 'a.7z'].map(groupOf)).toEqual([...typeGroups]);
  expect(groupOf('a.exe')).toBeNull();
});

test.each([
  ['a.jpg', 'image/png', null],
  ['a.jpg', 'application/pdf', 'lies'],
  ['a.jpg', 'application/octet-stream', null],
  ['a.pdf', 'application/pdf', 'type'],
  ['a.xyz', 'image/png', null],
  ['a.xyz', 'application/zip', null],
])(
  '%s that calls itself %s is, where pictures and .xyz are taken, refused as %s',
  (name, mimeType, problem) => {
    const terms = { groups: ['pictures' as const], endings: ['xyz'], maxFiles: null, maxFileBytes: null };
    expect(fileProblem({ ...terms, maxBytes: null }, { name, mimeType, sizeBytes: 1 })).toBe(problem);
  },
);

test.each([
  ['image/heic', 'pictures'],
  ['video/mp4', 'films'],
  ['audio/ogg', 'sound'],
  ['application/vnd.rar', 'archives'],
  ['text/image/', null],
])('the type %s says that a file is of the group %s', (type, group) => {
  expect(groupOfType(type)).toBe(group);
});

test('where all kinds are taken, nothing is held against a name', () => {
  const all = { groups: [], endings: [], maxFiles: null, maxFileBytes: null, maxBytes: null };
  expect(fileProblem(all, { name: 'a.exe', mimeType: 'image/png', sizeBytes: 1 })).toBeNull();
  const film = { name: 'a.webm', mimeType: 'audio/webm', sizeBytes: 1 };
  expect(fileProblem({ ...all, groups: ['films'] }, film)).toBeNull();
});
