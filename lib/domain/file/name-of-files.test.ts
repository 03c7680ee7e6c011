import { expect, test } from 'vitest';
import { nameOfFiles } from './name-of-files';

const file = (place: string) => {
  const parts = place.split('/');
  return { filename: parts.pop() ?? '', path: parts.join('/') };
};

test.each([
  ['nothing', [], null],
  ['one file', ['plan.md'], { name: 'plan.md', more: 0 }],
  ['several files', ['plan.md', 'a.png', 'b.png'], { name: 'plan.md', more: 2 }],
  ['a folder', ['Bridge/plan.md', 'Bridge/photos/a.png'], { name: 'Bridge', more: 0 }],
  ['two folders', ['Bridge/plan.md', 'Road/plan.md'], { name: 'plan.md', more: 1 }],
  ['a folder and a file beside it', ['Bridge/plan.md', 'note.txt'], { name: 'plan.md', more: 1 }],
])('%s', (_what, places, name) => {
  expect(nameOfFiles(places.map(file))).toEqual(name);
});
