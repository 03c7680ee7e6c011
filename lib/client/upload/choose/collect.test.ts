import { expect, test } from 'vitest';
import { collectHandles, collectTransfer, type FileSystemItem, walkEntries } from './collect';

type Item = { entry: object | null; file: File | null };

const transferOf = (...items: Item[]) =>
  ({
    items: items.map(({ entry, file }) => ({
      kind: 'file',
      webkitGetAsEntry: () => entry,
      getAsFile: () => file,
    })),
  }) as unknown as DataTransfer;

const unreadable = {
  name: 'pasted.png',
  isDirectory: false,
  file: (_found: unknown, failed: (error: Error) => void) => failed(new Error('NotFoundError')),
};

test('a pasted file whose entry can’t be read, as in WebKit, is taken itself', async () => {
  const file = new File(['x'], 'pasted.png');
  const { files, unreadable: lost } = await collectTransfer(transferOf({ entry: unreadable, file }));
  expect(files).toEqual([{ file, path: '' }]);
  expect(lost).toEqual([]);
});

test('a folder is walked, although the browser gives it as a file, too', async () => {
  const inside = new File(['x'], 'plan.md');
  let rest = [{ name: 'plan.md', isDirectory: false, file: (found: (file: File) => void) => found(inside) }];
  const readEntries = (found: (entries: object[]) => void) => {
    found(rest);
    rest = [];
  };
  const trip = { name: 'trip', isDirectory: true, createReader: () => ({ readEntries }) };
  const { files } = await collectTransfer(transferOf({ entry: trip, file: new File([], 'trip') }));
  expect(files).toEqual([{ file: inside, path: 'trip' }]);
});

test('an entry is read where there is no file', async () => {
  const { files, unreadable: lost } = await collectTransfer(transferOf({ entry: unreadable, file: null }));
  expect([files, lost]).toEqual([[], ['pasted.png']]);
});

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

test('a picked file that can’t be read is named and the others still come', async () => {
  const handle = (name: string, getFile: () => Promise<File>) => ({ name, getFile });
  const handles = [
    handle('here.txt', async () => new File(['x'], 'here.txt')),
    handle('cloud.txt', () => Promise.reject(new DOMException('', 'NotReadableError'))),
  ] as unknown as FileSystemFileHandle[];
  const found = await collectHandles(handles);
  expect(found.files.map(({ file }) => file.name)).toEqual(['here.txt']);
  expect(found.unreadable).toEqual(['cloud.txt']);
  expect(found.handles).toHaveLength(1);
});
