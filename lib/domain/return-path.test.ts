import { expect, test } from 'vitest';
import { returnPath } from './return-path';

test.each(['/app/uploads', '/app/upload/abc-DEF', '/app/open/x?view=2', '/app/uploads?q=a%20b'])(
  '%s is gone back to',
  (path) => expect(returnPath(path, '/app/home')).toBe(path),
);

test.each([
  null,
  undefined,
  '',
  'https://evil.example/app/home',
  '//evil.example/app',
  '/\\evil.example',
  '/app/\\evil',
  '/app//evil\n',
  '/app/../api/auth/signout',
  '/app/x/../../api/v2',
  '/api/v2/sec/auth/logout',
  'javascript:alert(1)',
  '/app/home#x',
  '/app/login?r=/app/login',
  '\t/app/home',
  '/application',
])('%j leads to the fallback', (path) => expect(returnPath(path, '/app/home')).toBe('/app/home'));
