import { expect, test } from 'vitest';
import type { PickedFile } from '../upload-item';
import { matchUnfinished, unfinishedFile } from './unfinished';

const pick = (path: string, name: string, size = 3, lastModified = 1): PickedFile => ({
  path,
  file: new File([new Uint8Array(size)], name, { lastModified }),
});
const remembered = (...picks: PickedFile[]) => picks.map(unfinishedFile);
const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);

test('the same files picked again go on, the rest is told apart', () => {
  const unfinished = remembered(pick('trip', 'a'), pick('trip', 'b'));
  const match = matchUnfinished(unfinished, [pick('trip', 'a'), pick('trip', 'new')]);
  expect(match.found.map(({ file }) => file.name)).toEqual(['a']);
  expect(names(match.missing)).toEqual(['b']);
  expect(names(match.others.map(({ file }) => file))).toEqual(['new']);
});

test('a file that changed since is not the same file', () => {
  const unfinished = remembered(pick('', 'a', 3, 1));
  expect(matchUnfinished(unfinished, [pick('', 'a', 3, 2)]).found).toEqual([]);
  expect(matchUnfinished(unfinished, [pick('', 'a', 4, 1)]).found).toEqual([]);
});

test('a file picked without its folder keeps the path it had', () => {
  const unfinished = remembered(pick('trip/photos', 'a'));
  expect(matchUnfinished(unfinished, [pick('', 'a')]).found).toMatchObject([{ path: 'trip/photos' }]);
});

test('two unfinished twins are only told by their folders', () => {
  const unfinished = remembered(pick('one', 'a'), pick('two', 'a'));
  expect(matchUnfinished(unfinished, [pick('', 'a')]).missing).toHaveLength(2);
  expect(matchUnfinished(unfinished, [pick('two', 'a')]).found).toMatchObject([{ path: 'two' }]);
});

test('a file that was sent under a number goes on under it', () => {
  const unfinished = remembered(pick('', 'same', 1), { ...pick('', 'same', 2), name: 'same (2)' });
  const { found, missing } = matchUnfinished(unfinished, [pick('', 'same', 2), pick('', 'same', 1)]);
  expect([names(found.map(({ name = '' }) => ({ name }))), missing]).toEqual([['same (2)', 'same'], []]);
});
