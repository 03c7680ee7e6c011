import { expect, test } from 'vitest';
import { bytePaths } from '@/lib/contract/byte-calls/bytes';
import { isFromOtherSite, isOurPage } from './addresses';

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

const policy = 'strict-origin-when-cross-origin';
const other = 'https://evil.example';

test.each([
  ['our own page', 'https://files.example', 'https://files.example/app/home', policy, false],
  ['the system', null, '', policy, false],
  ['the system', 'null', '', policy, false],
  ['another site', other, `${other}/`, policy, true],
  ['another site that hides', 'null', '', 'no-referrer', true],
  ['another site that hides from others', 'null', '', 'same-origin', true],
  ['a sandbox of another site', 'null', `${other}/`, policy, true],
] as const)('what comes from %s is told: %s, %s', (_, origin, referrer, referrerPolicy, isOther) => {
  const headers = new Headers(origin === null ? {} : { origin });
  expect(isFromOtherSite({ headers, referrer, referrerPolicy }, 'https://files.example')).toBe(isOther);
});
