import { expect, test } from 'vitest';
import { mimeTypeOf } from './naming';

test.each([
  ['image/png', 'a.txt', 'image/png'],
  ['Text/HTML; charset=utf-8', 'a', 'text/html'],
  ['', 'film.mp4', 'video/mp4'],
  ['no type', 'film.mp4', 'video/mp4'],
  ['application/octet-stream', 'film.mp4', 'video/mp4'],
  ['application/octet-stream', 'Picture.WEBP', 'image/webp'],
  ['application/octet-stream', 'data', 'application/octet-stream'],
])('a file sent as "%s" with the name %s is of the type %s', (given, name, type) => {
  expect(mimeTypeOf(given, name)).toBe(type);
});
