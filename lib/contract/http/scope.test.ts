import { expect, test } from 'vitest';
import { endpoints } from '..';
import { byteCalls } from '../byte-calls/byte-calls';
import { scopeOf } from './scope';

const calls = [...endpoints, ...byteCalls].filter(({ access }) => access === 'user' || access === 'admin');
const keysOf = (scope: ReturnType<typeof scopeOf>) =>
  calls.filter((call) => scopeOf(call) === scope).map(({ method, path }) => `${method} ${path}`);

test('an access token reaches preferences and usage, and nothing else of sign-in and settings', () => {
  const own = calls.filter(({ path }) => /^\/api\/v2\/sec\/(auth|settings)\//.test(path));
  expect(own.length).toBeGreaterThan(40);
  const open = own.filter((call) => scopeOf(call) !== null).map(({ method, path }) => `${method} ${path}`);
  expect(open.sort()).toEqual([
    'GET /api/v2/sec/settings/preferences',
    'GET /api/v2/sec/settings/usage',
    'POST /api/v2/sec/settings/preferences',
  ]);
});

test('what is beyond every access token is nothing else', () => {
  expect(keysOf(null).filter((key) => !/ \/api\/v2\/sec\/(auth|settings)\//.test(key))).toEqual([]);
});

test('a call for admins needs their scope, whatever it does', () => {
  expect(keysOf('admin')).toEqual(
    calls.filter(({ access }) => access === 'admin').map(({ method, path }) => `${method} ${path}`),
  );
});

test('a token that may only upload reads nothing and changes nothing else', () => {
  expect(keysOf('upload').filter((key) => !/ (\/api\/v2\/sec\/upload|\/u(\/|$))/.test(key))).toEqual([]);
  expect(keysOf('upload').length).toBeGreaterThan(8);
});

test('a token that may only read uploads nothing', () => {
  // A choice of files that is too long for an address.
  const choosing = ['POST /api/v2/sec/share/{id}/zip'];
  expect(keysOf('read').filter((key) => !/^(GET|HEAD) /.test(key))).toEqual(choosing);
  expect(keysOf('manage').filter((key) => /^(GET|HEAD) /.test(key))).toEqual([]);
});
