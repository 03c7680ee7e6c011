import { expect, test } from 'vitest';
import { collectTransfer } from './collect';

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
