import { expect, test } from 'vitest';
import { type FileSystemItem, walkEntries } from './walk-entries';

const file = (name: string): FileSystemItem => ({
  name,
  isDirectory: false,
  file: (found) => found(new File(['x'], name)),
});

const broken = (name: string): FileSystemItem => ({
  name,
  isDirectory: false,
  file: (_found, failed) => failed(new Error('gone')),
});

const folder = (name: string, children: FileSystemItem[]): FileSystemItem => ({
  name,
  isDirectory: true,
  createReader() {
    const rest = [...children];
    return { readEntries: (found) => found(rest.splice(0, 100)) };
  },
});

const placesOf = async (entries: FileSystemItem[]) => {
  const { files } = await walkEntries(entries);
  return files.map(({ file: { name }, path }) => [path, name].filter(Boolean).join('/')).sort();
};

test('folders in folders keep their paths, loose files have none', async () => {
  const places = await placesOf([
    folder('trip', [file('plan.md'), folder('photos', [file('1.jpg'), folder('raw', [file('1.raw')])])]),
    file('loose.txt'),
  ]);
  expect(places).toEqual(['loose.txt', 'trip/photos/1.jpg', 'trip/photos/raw/1.raw', 'trip/plan.md']);
});

test('a folder of 250 files is read to its end', async () => {
  const children = Array.from({ length: 250 }, (_, n) => file(`${n}.txt`));
  expect(await placesOf([folder('many', children)])).toHaveLength(250);
});

test('a file that can’t be read is named and the others still come', async () => {
  const walked = await walkEntries([folder('mixed', [broken('lost.txt'), file('here.txt')])]);
  expect(walked.unreadable).toEqual(['mixed/lost.txt']);
  expect(walked.files).toHaveLength(1);
});

test('what the system left in a folder stays out and is counted', async () => {
  const walked = await walkEntries([folder('photos', [file('.DS_Store'), file('Thumbs.db'), file('a.jpg')])]);
  expect(walked).toMatchObject({ junk: 2, unreadable: [] });
  expect(walked.files).toHaveLength(1);
});

test('folders in which there is nothing are named, for a share keeps files', async () => {
  const walked = await walkEntries([
    folder('trip', [file('plan.md'), folder('photos', []), folder('sound', [folder('raw', [])])]),
    folder('bare', []),
  ]);
  expect(walked.files).toHaveLength(1);
  expect(walked.empty.sort()).toEqual(['bare', 'trip/photos', 'trip/sound/raw']);
  expect(walked.unreadable).toEqual([]);
});
