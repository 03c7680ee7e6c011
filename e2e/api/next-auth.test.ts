import { expect, test } from 'vitest';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { raw } from '@/testing/network/raw';
import { api, newAccount } from '@/testing/people/account';

const actions = [
  'signin',
  'signin/password',
  'signout',
  'session',
  'providers',
  'error',
  'verify-request',
  '_log',
  'x',
];

test.each(actions)('NextAuth’s action %s, which nobody needs, is not there', async (action) => {
  for (const method of ['GET', 'POST', 'PUT']) {
    const answer = await raw(method, `/api/auth/${action}?callbackUrl=x`);
    expect(answer).toMatchObject({ status: 404, json: { success: false, code: 'request.notFound' } });
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test.each([
  ['GET', 'csrf?callbackUrl=x'],
  ['GET', 'csrf?callbackUrl[]=x&error=%00'],
  ['POST', 'callback/password?callbackUrl=x'],
  ['GET', 'callback/password?error=x'],
  ['GET', 'callback/x'],
  ['POST', 'csrf'],
])('%s %s with garbled cookies is no error of the server', async (method, action) => {
  const hostile = [
    'next-auth.callback-url=x',
    '__Secure-next-auth.callback-url=%00',
    'next-auth.csrf-token=|',
    '=;;%',
  ];
  for (const cookie of hostile) {
    const answer = await raw(method, `/api/auth/${action}`, { headers: { cookie } });
    expect(answer.status).toBeLessThan(500);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
});

test('the one way of signing out ends the session for every cookie and header', async () => {
  const { headers } = await api(await newAccount());
  const token = String(headers[headerNames.auth]);
  expect((await raw('POST', auth.logout.path, { headers: { cookie: `sharry_auth=${token}` } })).status).toBe(
    200,
  );
  for (const carried of [{ [headerNames.auth]: token }, { cookie: `sharry_auth=${token}` }])
    expect((await raw('POST', auth.session.path, { headers: carried })).status).toBe(401);
});
