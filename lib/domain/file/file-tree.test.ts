import { expect, test } from 'vitest';
import { compareNames, type FolderNode, fileTree, nameOfFiles, sortByName } from './file-tree';

const file = (path: string, filename: string, size = 1) => ({
  id: `${path}/${filename}`,
  path,
  filename,
  size,
});
type File = ReturnType<typeof file>;

const drawTree = (folder: FolderNode<File>, depth = 0): string[] => [
  ...folder.folders.flatMap((child) => [
    `${'  '.repeat(depth)}${child.name}/`,
    ...drawTree(child, depth + 1),
  ]),
  ...folder.files.map((leaf) => `${'  '.repeat(depth)}${leaf.filename}`),
];

test('folders come before files, each by name', () => {
  const tree = fileTree([
    file('', 'zebra.txt'),
    file('photos/2025', 'b.jpg'),
    file('', 'Apple.txt'),
    file('docs', 'plan.pdf'),
    file('photos', 'cover.jpg'),
    file('photos/2025', 'a.jpg'),
  ]);
  expect(drawTree(tree)).toEqual([
    'docs/',
    '  plan.pdf',
    'photos/',
    '  2025/',
    '    a.jpg',
    '    b.jpg',
    '  cover.jpg',
    'Apple.txt',
    'zebra.txt',
  ]);
});

test('a folder counts everything below it', () => {
  const tree = fileTree([file('a', 'x', 5), file('a/b', 'y', 7), file('', 'z', 11)]);
  expect([tree.count, tree.sizeBytes]).toEqual([3, 23]);
  const [a] = tree.folders;
  expect([a?.path, a?.count, a?.sizeBytes]).toEqual(['a', 2, 12]);
  expect(a?.folders[0]?.path).toBe('a/b');
});

test('folders with the same name in different places stay apart', () => {
  expect(drawTree(fileTree([file('a/img', '1'), file('b/img', '2')]))).toEqual([
    'a/',
    '  img/',
    '    1',
    'b/',
    '  img/',
    '    2',
  ]);
});

test('numbers in names count as numbers and case does not matter', () => {
  const names = ['page 10', 'Page 2', 'page 1', 'apple', 'Banana'];
  expect(names.sort(compareNames)).toEqual(['apple', 'Banana', 'page 1', 'Page 2', 'page 10']);
});

test('the order never depends on how the server answered', () => {
  const files = [file('b', 'same'), file('a', 'same'), file('', 'Same'), file('', 'other')];
  const there = sortByName(files);
  expect(sortByName([...files].reverse())).toEqual(there);
});

test('names that are no plain object keys are folders like others', () => {
  expect(drawTree(fileTree([file('__proto__', 'x'), file('constructor', 'y')]))).toEqual([
    '__proto__/',
    '  x',
    'constructor/',
    '  y',
  ]);
});

const namedFile = (place: string) => {
  const parts = place.split('/');
  return { filename: parts.pop() ?? '', path: parts.join('/') };
};

test.each([
  ['nothing', [], null],
  ['one file', ['plan.md'], 'plan.md'],
  ['several files', ['plan.md', 'a.png', 'b.png'], null],
  ['a folder', ['Bridge/plan.md', 'Bridge/photos/a.png'], 'Bridge'],
  ['two folders', ['Bridge/plan.md', 'Road/plan.md'], null],
  ['a folder and a file beside it', ['Bridge/plan.md', 'note.txt'], null],
])('%s', (_what, places, name) => {
  expect(nameOfFiles(places.map(namedFile))).toEqual(name);
});
