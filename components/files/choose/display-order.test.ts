import { expect, test } from 'vitest';
import type { ShareFile } from '@/lib/contract/share/file';
import { type DisplayLayout, displayOrder, itemsBetween } from './display-order';

const file = (id: string, path: string, mimetype = 'text/plain') =>
  ({ id, path, filename: id, mimetype, complete: true, lastModified: null }) as ShareFile;
const files = [file('b', ''), file('a', ''), file('d', 'x'), file('c', 'x', 'image/png')];
const ids = (some: readonly ShareFile[]) => some.map(({ id }) => id).join('');

test.each<[DisplayLayout, string]>([
  ['list', 'cdab'],
  ['cards', 'abcd'],
  ['photos', 'cdab'],
])('as %s the files are in the order in which they are seen', (layout, order) => {
  expect(ids(displayOrder(files, { layout }))).toBe(order);
});

test('the cover comes before all other photos', () => {
  const photos = ['1', '2', '3'].map((id) => ({ ...file(id, '', 'image/png'), size: 9 }));
  const of = (coverId: string | null) => ids(displayOrder(photos, { layout: 'photos', coverId }));
  expect([of('3'), of('1'), of('gone'), of(null)]).toEqual(['312', '123', '123', '123']);
});

test('a range has both its ends, whichever comes first; without the first it is the second alone', () => {
  const list = displayOrder(files, { layout: 'list' });
  expect(ids(itemsBetween(list, 'd', 'b'))).toBe('dab');
  expect(ids(itemsBetween(list, 'b', 'd'))).toBe('dab');
  expect(ids(itemsBetween(list, 'gone', 'b'))).toBe('b');
  expect(ids(itemsBetween(list, 'b', 'gone'))).toBe('');
});
