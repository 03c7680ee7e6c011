import { expect, test } from 'vitest';
import type { ShareFile } from '@/lib/contract/share/file';
import { inShownOrder, type Look } from './in-shown-order';
import { stretchBetween } from './stretch-between';

const file = (id: string, path: string, mimetype = 'text/plain') =>
  ({ id, path, filename: id, mimetype, complete: true, lastModified: null }) as ShareFile;
const files = [file('b', ''), file('a', ''), file('d', 'x'), file('c', 'x', 'image/png')];
const ids = (some: readonly ShareFile[]) => some.map(({ id }) => id).join('');

test.each<[Look, string]>([
  ['list', 'cdab'],
  ['cards', 'abcd'],
  ['photos', 'cdab'],
])('as %s the files are in the order in which they are seen', (look, order) => {
  expect(ids(inShownOrder(files, look))).toBe(order);
});

test('a stretch has both its ends, whichever comes first; without the first it is the second alone', () => {
  const list = inShownOrder(files, 'list');
  expect(ids(stretchBetween(list, 'd', 'b'))).toBe('dab');
  expect(ids(stretchBetween(list, 'b', 'd'))).toBe('dab');
  expect(ids(stretchBetween(list, 'gone', 'b'))).toBe('b');
  expect(ids(stretchBetween(list, 'b', 'gone'))).toBe('');
});
