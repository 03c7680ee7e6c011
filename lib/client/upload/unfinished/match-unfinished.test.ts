import { expect, test } from 'vitest';
import type { PickedFile } from '../upload-item';
import { matchUnfinished } from './match-unfinished';
import type { Likeness } from './partial-files';
import { type UnfinishedFile, unfinishedFile } from './unfinished-store';

const pick = (path: string, name: string, size = 3, lastModified = 1): PickedFile => ({
  path,
  file: new File([new Uint8Array(size)], name, { lastModified }),
});
const remembered = (...picks: PickedFile[]) => picks.map(unfinishedFile);
const begun = (picked: PickedFile): UnfinishedFile => ({
  ...unfinishedFile(picked),
  url: `/${picked.path}/${picked.file.name}`,
});

const neverAsked = () => Promise.reject(new Error('what needs no question was asked'));
const match = (unfinished: readonly UnfinishedFile[], picked: readonly PickedFile[], compare = neverAsked) =>
  matchUnfinished(unfinished, picked, compare);
const server = (likenesses: Record<string, Likeness>) => async (file: File, url: string) =>
  likenesses[`${file.name} ${url}`] ?? 'other';
const names = (files: readonly { name?: string }[]) => files.map(({ name }) => name);

test('the same files picked again go on, the rest is told apart', async () => {
  const unfinished = remembered(pick('trip', 'a', 3), pick('trip', 'b', 4));
  const { found, missing, others } = await match(unfinished, [pick('trip', 'a', 3), pick('trip', 'new', 5)]);
  expect(found).toMatchObject([{ path: 'trip', name: 'a', key: unfinished[0]?.key }]);
  expect(names(missing)).toEqual(['b']);
  expect(names(others.map(({ file }) => file))).toEqual(['new']);
});

test('the same file with another time or name goes on when what has arrived is its beginning', async () => {
  const unfinished = [begun(pick('', 'IMG_1.HEIC', 3)), begun(pick('', 'image.jpg', 4, 1))];
  const again = [pick('', 'IMG_1.jpeg', 3, 2), pick('', 'image.jpg', 4, 2)];
  const same = server({ 'IMG_1.jpeg //IMG_1.HEIC': 'same', 'image.jpg //image.jpg': 'same' });
  const { found, missing } = await matchUnfinished(unfinished, again, same);
  expect([names(found), missing]).toEqual([['IMG_1.HEIC', 'image.jpg'], []]);
  expect(found.map(({ file }) => file)).toEqual(again.map(({ file }) => file));
});

test('another file of the same name and size never goes on where the first one was', async () => {
  const unfinished = [begun(pick('', 'disk.img', 3, 1))];
  const { found, others } = await matchUnfinished(unfinished, [pick('', 'disk.img', 3, 2)], server({}));
  expect([found, others.length]).toEqual([[], 1]);
});

test('each of several files with the same name and size resumes where its own bytes are', async () => {
  const part = (n: number) => ({ ...begun(pick('', 'image.jpg', 3, 1)), key: `k${n}`, url: `/${n}` });
  const again = [1, 2].map((n) => ({
    path: '',
    file: new File([`${n}aa`], 'image.jpg', { lastModified: 9 }),
  }));
  const compare = async (file: File, url: string) => ((await file.text())[0] === url[1] ? 'same' : 'other');
  const { found, missing } = await matchUnfinished([part(2), part(1)], again, compare);
  expect(found.map(({ key }) => key)).toEqual(['k2', 'k1']);
  expect(await Promise.all(found.map(({ file }) => file.text()))).toEqual(['2aa', '1aa']);
  expect(missing).toEqual([]);
});

test('where nothing has arrived the place tells a file with another time, or its size if no other has it', async () => {
  const unfinished = remembered(pick('', 'a', 3), pick('', 'b', 4), pick('', 'c', 5), pick('', 'd', 5));
  const again = [pick('', 'a', 3, 2), pick('', 'other name', 4, 2), pick('', 'e', 5, 2)];
  const { found, missing } = await match(unfinished, again);
  expect([names(found), names(missing)]).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

test('a file of another size is another file', async () => {
  const { found } = await match(remembered(pick('', 'a', 3)), [pick('', 'a', 4)]);
  expect(found).toEqual([]);
});

test('a file picked without its folder keeps the path it had', async () => {
  const { found } = await match(remembered(pick('trip/photos', 'a')), [pick('', 'a')]);
  expect(found).toMatchObject([{ path: 'trip/photos' }]);
});

test('two unfinished twins are only told by their folders', async () => {
  const unfinished = remembered(pick('one', 'a'), pick('two', 'a'));
  expect((await match(unfinished, [pick('', 'a')])).missing).toHaveLength(2);
  expect((await match(unfinished, [pick('two', 'a')])).found).toMatchObject([{ path: 'two' }]);
});

test('a file that was sent under a number goes on under it', async () => {
  const unfinished = remembered(pick('', 'same', 1), { ...pick('', 'same', 2), name: 'same (2)' });
  const { found, missing } = await match(unfinished, [pick('', 'same', 2), pick('', 'same', 1)]);
  expect([names(found).toSorted(), missing]).toEqual([['same', 'same (2)'], []]);
});
