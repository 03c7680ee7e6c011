import { expect, test } from 'vitest';
import { isJunk } from './junk-file';

test.each([
  ['', '.DS_Store'],
  ['photos', 'Thumbs.db'],
  ['photos', '._beach.jpg'],
  ['__MACOSX/photos', 'beach.jpg'],
])('%s/%s is left out', (path, name) => {
  expect(isJunk(path, name)).toBe(true);
});

test.each([
  ['', '.env'],
  ['project/.git', 'config'],
  ['', '_.jpg'],
  ['', 'Thumbs.db.txt'],
])('%s/%s is somebody’s file', (path, name) => {
  expect(isJunk(path, name)).toBe(false);
});
