import { expect, test } from 'vitest';
import { listedFiles } from './listed-files';

const file = {
  id: 'one',
  filename: 'a.txt',
  path: '',
  size: 4,
  checksum: 'a'.repeat(64),
  complete: true,
  created: 1000,
  lastModified: null,
};

test('files that have arrived are listed', () => {
  const files = [file, { ...file, id: 'two', complete: false }, { ...file, id: 'th-re_3', checksum: '' }];
  expect(listedFiles({ files }, 'host').map(({ id }) => id)).toEqual(['one', 'th-re_3']);
});

test.each([
  ['an id that climbs out', { id: '../two' }],
  ['an id without an end', { id: 'x'.repeat(81) }],
  ['no id', { id: '' }],
  ['an id that is no text', { id: ['two'] }],
  ['the id of another', { id: 'one' }],
  ['no name', { filename: 7 }],
  ['a path that is no text', { path: null }],
  ['a size in words', { size: '\u001b[2J' }],
  ['less than no bytes', { size: -1 }],
  ['half a byte', { size: 0.5 }],
  ['no sum', { checksum: '/../x' }],
  ['no time', { lastModified: 1e300 }],
])('a list of files of which one has %s is none', (_what, bad) => {
  const files = [file, { ...file, id: 'two', ...bad }];
  expect(() => listedFiles({ files }, 'host')).toThrow('host answers with a list of files');
});

test.each([null, undefined, 'text', {}, { files: {} }])('%j is no list of files', (answer) => {
  expect(() => listedFiles(answer, 'host')).toThrow('host answers with a list of files');
});
