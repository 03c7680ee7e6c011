import { expect, test } from 'vitest';
import { returnPath } from './return-path';

test.each([
  '/app',
  '/app/home',
  '/app/uploads?q=plans',
  '/app/upload/9tKx-4mQp#files',
  '/app/uploads?q=%2F%2Fexample.org',
])('after signing in the way goes on to %s', (path) => {
  expect(returnPath(path)).toBe(path);
});

test.each([
  ['another site', 'https://example.org/app/home'],
  ['another site without a scheme', '//example.org/app'],
  ['another site after our prefix', '/app//example.org'],
  ['a backslash that browsers read as a slash', '/app/\\example.org'],
  ['a backslash at the start', '\\\\example.org/app'],
  ['a script', 'javascript:alert(1)'],
  ['a path beside the screens', '/api/v2/open/info/version'],
  ['a path that only begins alike', '/apple'],
  ['a way out of the screens', '/app/../api/auth/signout'],
  ['an encoded way out', '/app/%2E%2e/api/auth/signout'],
  ['a line break', '/app/home\nSet-Cookie: a=b'],
  ['a tab that browsers drop', '/app/\t/example.org'],
  ['a control character of the second block', '/app/\u0085'],
  ['the login page itself', '/app/login?r=%2Fapp%2Fhome'],
  ['something endless', `/app/${'a'.repeat(3000)}`],
  ['nothing', undefined],
  ['several values', ['/app/home', '/app/uploads']],
])('%s is no place to return to', (_, given) => {
  expect(returnPath(given)).toBeNull();
});
