import { expect, test } from 'vitest';
import {
  commonRefusal,
  freeName,
  placeOf,
  type UploadFailure,
  type UploadItem,
} from '@/lib/client/upload/upload-item';

const among = (...names: string[]) => {
  const places = new Set(names.map((name) => placeOf('', name)));
  return (place: string) => places.has(place);
};

test.each([
  ['same.txt', [], 'same (2).txt'],
  ['same.txt', ['same (2).txt', 'same (3).txt'], 'same (4).txt'],
  ['archive.tar.gz', [], 'archive.tar (2).gz'],
  ['.htaccess', [], '.htaccess (2)'],
  ['README', ['README (2)'], 'README (3)'],
  ['caf\u00e9.txt', ['cafe\u0301 (2).txt'], 'caf\u00e9 (3).txt'],
])('%s among %j is called %s', (name, others, expected) => {
  expect(freeName('', name, among(...others))).toBe(expected);
});

test('a sentence that holds for every failed file is shown once', () => {
  const item = (failure: UploadFailure | null) => ({ failure }) as UploadItem;
  const full = item({ kind: 'refused', message: 'Full.', code: 'upload.inboxFull' });
  const other = item({ kind: 'refused', message: 'Too large.', code: 'upload.tooLarge' });
  expect(commonRefusal([full, item(null), full])).toBe('Full.');
  expect(commonRefusal([full, other])).toBeNull();
  expect(commonRefusal([full, item({ kind: 'unreadable' })])).toBeNull();
  expect(commonRefusal([item(null), undefined])).toBeNull();
});
