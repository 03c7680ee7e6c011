import { expect, test } from 'vitest';
import type { UploadItem } from '@/lib/client/upload/upload-item';
import { filesIn, uploadTree, visibleRows } from './upload-rows';

const item = (path: string, filename: string): UploadItem => ({
  id: `${path}/${filename}`,
  key: '',
  file: new File([], filename),
  filename,
  path,
  size: 5,
  state: 'waiting',
  sentBytes: 0,
  failure: null,
});

const tree = uploadTree([
  item('', 'z.txt'),
  item('trip/photos', '10.jpg'),
  item('trip/photos', '9.jpg'),
  item('trip', 'plan.md'),
]);
const lines = (closed: string[]) =>
  visibleRows(tree, new Set(closed)).map((row) => [
    row.depth,
    row.kind === 'file' ? row.id : row.folder.path,
  ]);

test('folders come first, with what is in them below, deeper', () => {
  expect(lines([])).toEqual([
    [0, 'trip'],
    [1, 'trip/photos'],
    [2, 'trip/photos/9.jpg'],
    [2, 'trip/photos/10.jpg'],
    [1, 'trip/plan.md'],
    [0, '/z.txt'],
  ]);
});

test('a closed folder hides all that is below it', () => {
  expect(lines(['trip'])).toEqual([
    [0, 'trip'],
    [0, '/z.txt'],
  ]);
});

test('a folder knows its files down to the last level', () => {
  const [trip] = tree.folders;
  expect(trip && filesIn(trip)).toHaveLength(3);
  expect(trip).toMatchObject({ count: 3, sizeBytes: 15 });
});
