import { expect, test } from 'vitest';
import { groupsBehindCover, photoGroups } from './photo-groups';
import { coverOf, isMostlyPhotos, photoKind, sortPhotos } from './photos';

const hour = 3_600_000;
const photo = (n = 0, lastModified: number | null = n * hour) => ({
  filename: `${n}.jpg`,
  mimetype: 'image/jpeg',
  path: '',
  size: 4_000_000,
  complete: true,
  created: 1_000 * hour,
  lastModified,
});
const text = { ...photo(), filename: 'a.txt', mimetype: 'text/plain' };
const dayOf = (ms: number) => String(Math.floor(ms / (24 * hour)));
const photos = (count: number) => Array.from({ length: count }, (_, n) => photo(n));

test('pictures and films have a picture; drawings, what is empty and what is on its way have none', () => {
  expect(photoKind(photo())).toBe('picture');
  expect(photoKind({ ...photo(), filename: 'a.mp4', mimetype: 'video/mp4' })).toBe('film');
  expect(photoKind({ ...photo(), filename: 'a.svg', mimetype: 'image/svg+xml' })).toBeNull();
  expect(photoKind({ ...photo(), size: 0 })).toBeNull();
  expect(photoKind({ ...photo(), size: 200 * 1024 ** 2 })).toBeNull();
  expect(photoKind({ ...photo(), complete: false })).toBeNull();
});

test('a share is mostly photos from three of them on, and when three of four files are', () => {
  expect(isMostlyPhotos(photos(2))).toBe(false);
  expect(isMostlyPhotos(photos(3))).toBe(true);
  expect(isMostlyPhotos([...photos(3), text])).toBe(true);
  expect(isMostlyPhotos([...photos(3), text, text])).toBe(false);
});

test('the cover is the first photo as they are laid out, and none among other files', () => {
  const named = (count: number) => photos(count).map((file, n) => ({ ...file, id: String(n) }));
  const later = (file: ReturnType<typeof photo> & { id: string }) => ({ ...file, lastModified: 99 * hour });
  const many = named(60).map((file, n) => (n === 0 ? later(file) : file));
  expect(coverOf(many)).toBe(photoGroups(sortPhotos(many), dayOf)[0]?.files[0]);
  expect(coverOf(many)?.id).toBe('1');
  expect(coverOf(named(3).reverse())?.id).toBe('0');
  expect(coverOf([...named(2), { ...text, id: 'x' }])).toBeUndefined();
});

test('a chosen photo is the cover and leads the first group; one that is gone, or no photo, is not', () => {
  const files = ['b', 'a', 'a', 'x'].map((path, n) => ({ ...photo(n), path, id: String(n) }));
  const note = { ...text, id: 'note' };
  const all = [...files, note];
  expect(['3', 'note', 'gone', null].map((id) => coverOf(all, id)?.id)).toEqual(['3', '1', '1', '1']);
  expect(coverOf([...files.slice(2), note], '3')).toBeUndefined();
  const shown = (coverId: string | null) =>
    groupsBehindCover(sortPhotos(files), coverId, dayOf).map(
      (group) => `${group.folder}: ${group.files.map(({ id }) => id).join()}`,
    );
  expect(shown('3')).toEqual(['a: 3,1,2', 'b: 0']);
  for (const same of ['1', 'gone', null]) expect(shown(same)).toEqual(['a: 1,2', 'b: 0', 'x: 3']);
});

test('many photos are told apart by their days, few are not', () => {
  expect(photoGroups(photos(59), dayOf)).toMatchObject([{ day: null }]);
  const days = photoGroups(sortPhotos(photos(60).reverse()), dayOf);
  expect(days.map(({ day, files }) => [day, files.length])).toEqual([
    ['0', 24],
    ['1', 24],
    ['2', 12],
  ]);
  expect(days[0]?.files[0]?.filename).toBe('0.jpg');
  const unknown = Array.from({ length: 60 }, (_, n) => photo(n, null));
  expect(photoGroups(unknown, dayOf)).toMatchObject([{ day: null }]);
});

test('photos stay in their folders, which follow those beside them', () => {
  const inFolder = (path: string, n: number) => ({ ...photo(n), path });
  const mixed = [inFolder('Party', 1), photo(2), inFolder('Day 10', 3), inFolder('Day 2', 4)];
  const groups = photoGroups(sortPhotos(mixed), dayOf);
  expect(groups.map(({ folder, day, files }) => [folder, day, files[0]?.filename])).toEqual([
    ['', null, '2.jpg'],
    ['Day 2', null, '4.jpg'],
    ['Day 10', null, '3.jpg'],
    ['Party', null, '1.jpg'],
  ]);
});
