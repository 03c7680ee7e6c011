import { expect, test } from 'vitest';
import { bytePaths } from '@/lib/contract/byte-calls/bytes';
import { isOurPage } from './addresses';

test.each(['/app', '/app/home', '/app/upload/abc', '/app/open/some-link', '/app/share/'])(
  'the worker answers for the page %s where there is no network',
  (path) => expect(isOurPage(path)).toBe(true),
);

test.each([
  ...Object.values(bytePaths),
  '/app/open/some-link/zip',
  '/app/open/some-link/file/notes.txt',
  '/app/open/some-link/file-by-id/abc',
  '/app/open/some-link/SHA256SUMS',
  '/u/',
  '/pdf/viewer.html',
  '/cli',
])('and never comes between %s and its reader', (path) => expect(isOurPage(path)).toBe(false));
