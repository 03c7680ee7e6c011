import { expect, test } from 'vitest';
import { endpoints } from '..';
import { byteCalls } from '../byte-calls/byte-calls';
import { scopeOf } from './scope';

const calls = [...endpoints, ...byteCalls].filter(({ access }) => access === 'user' || access === 'admin');
const keysOf = (scope: ReturnType<typeof scopeOf>) =>
  calls.filter((call) => scopeOf(call) === scope).map(({ method, path }) => `${method} ${path}`);

test('how people get in is beyond every access token', () => {
  expect(keysOf(null).sort()).toEqual(
    [
      'POST /api/v2/sec/auth/session',
      'POST /api/v2/sec/auth/logout',
      'POST /api/v2/sec/auth/device',
      'POST /api/v2/sec/auth/device/look',
      'GET /api/v2/sec/settings/webhook',
      'POST /api/v2/sec/settings/webhook',
      'POST /api/v2/sec/settings/webhook/{id}',
      'DELETE /api/v2/sec/settings/webhook/{id}',
      'POST /api/v2/sec/settings/webhook/{id}/secret',
      'POST /api/v2/sec/settings/webhook/{id}/test',
      'POST /api/v2/sec/settings/webhook/{id}/again',
      'GET /api/v2/sec/settings/webhook/{id}/attempt',
      'GET /api/v2/sec/settings/password',
      'POST /api/v2/sec/settings/password',
      'GET /api/v2/sec/settings/email',
      'POST /api/v2/sec/settings/email',
      'DELETE /api/v2/sec/settings/email',
      'GET /api/v2/sec/settings/factor',
      'POST /api/v2/sec/settings/factor',
      'POST /api/v2/sec/settings/factor/begin',
      'POST /api/v2/sec/settings/factor/off',
      'POST /api/v2/sec/settings/factor/recovery',
      'GET /api/v2/sec/settings/passkey',
      'POST /api/v2/sec/settings/passkey',
      'POST /api/v2/sec/settings/passkey/begin',
      'POST /api/v2/sec/settings/passkey/{id}',
      'POST /api/v2/sec/settings/passkey/{id}/remove',
      'GET /api/v2/sec/settings/lately',
      'GET /api/v2/sec/settings/otheraccess',
      'GET /api/v2/sec/settings/data',
      'POST /api/v2/sec/settings/data',
      'POST /api/v2/sec/settings/data/open',
      'GET /api/v2/sec/settings/data/zip',
      'HEAD /api/v2/sec/settings/data/zip',
      'GET /api/v2/sec/settings/leave',
      'POST /api/v2/sec/settings/leave',
      'GET /api/v2/sec/settings/session',
      'DELETE /api/v2/sec/settings/session',
      'DELETE /api/v2/sec/settings/session/{id}',
      'GET /api/v2/sec/settings/token',
      'POST /api/v2/sec/settings/token',
      'DELETE /api/v2/sec/settings/token/{id}',
    ].sort(),
  );
});

test('what is for admins needs that scope, whatever it does', () => {
  expect(keysOf('admin')).toEqual(
    calls.filter(({ access }) => access === 'admin').map(({ method, path }) => `${method} ${path}`),
  );
});

test('who may only upload reads nothing and changes nothing else', () => {
  expect(keysOf('upload').filter((key) => !/ (\/api\/v2\/sec\/upload|\/u(\/|$))/.test(key))).toEqual([]);
  expect(keysOf('upload').length).toBeGreaterThan(8);
});

test('who may only read sends nothing', () => {
  // A choice of files that is too long for an address.
  const choosing = ['POST /api/v2/sec/share/{id}/zip'];
  expect(keysOf('read').filter((key) => !/^(GET|HEAD) /.test(key))).toEqual(choosing);
  expect(keysOf('manage').filter((key) => /^(GET|HEAD) /.test(key))).toEqual([]);
});
