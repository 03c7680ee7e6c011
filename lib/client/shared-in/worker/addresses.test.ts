import { expect, test } from 'vitest';
import { bytePaths } from '@/lib/contract/byte-calls/bytes';
import { isFromPage, isOurPage } from './addresses';

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

test.each([
  ['Android, ChromeOS', '----MultipartBoundary--QB3sDX9OvVE1hrCkIVl38umoQvckZl5mXGxS0ISR81----', false],
  ['a page in Chrome, Edge, Safari', '----WebKitFormBoundary7MA4YWxkTrZu0gW5', true],
  ['a page in Firefox', '----geckoformboundarye8da641c1728ca811ac3d4d824bc03af', true],
  ['a page in an older Firefox', '---------------------------9051914041544843365972754266', true],
])('a form that %s has written is told by its boundary', (_, boundary, isPage) => {
  expect(isFromPage(`multipart/form-data; boundary=${boundary}`)).toBe(isPage);
  expect(isFromPage(`multipart/form-data; boundary="${boundary}"`)).toBe(isPage);
});
