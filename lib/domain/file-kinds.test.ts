import { expect, test } from 'vitest';
import { isMostlyPhotos } from './file/photos';
import { areMostlyPhotos, countKinds } from './file-kinds';

const files = (count: number, filename: string, mimetype: string) =>
  Array.from({ length: count }, () => ({ filename, mimetype, size: 1, complete: true }));

test.each([
  [0, 0, 0],
  [2, 0, 0],
  [3, 0, 0],
  [0, 3, 0],
  [3, 0, 1],
  [3, 0, 2],
  [2, 2, 1],
  [2, 2, 2],
])('with %i photos, %i films and %i texts, counts tell what the files will', (photos, films, texts) => {
  const all = [
    ...files(photos, 'a.jpg', 'image/jpeg'),
    ...files(films, 'a.mp4', 'video/mp4'),
    ...files(texts, 'a.txt', 'text/plain'),
  ];
  expect(areMostlyPhotos(countKinds(all))).toBe(isMostlyPhotos(all));
});

test('nothing is known of a share without counts', () => {
  expect(areMostlyPhotos(undefined)).toBe(false);
});
