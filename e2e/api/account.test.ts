import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { account } from '@/lib/contract/account/account';
import { raw } from '@/testing/network/raw';
import { type Api, api, newAccount } from '@/testing/people/account';

const password = 'correct horse';
const active = { state: 'Active', admin: false };
const newLogin = () => `made-${randomBytes(8).toString('hex')}`;

let boss: Api;
beforeAll(async () => {
  boss = await api(await newAccount({ admin: true }));
});

const idOf = async (login: string) =>
  (await boss.call(account.search, { query: { q: login } })).items[0]?.id ?? '';

test('an account is made, signs in, is changed and removed; then its login is free', async () => {
  const login = newLogin();
  const body = { login: login.toUpperCase(), state: 'ACTIVE', admin: false, password, email: null };
  const { json } = await raw('POST', '/api/v2/admin/account', {
    headers: boss.headers,
    body: JSON.stringify(body),
  });
  expect(json).toEqual({ success: true, message: expect.any(String), code: null });
  await api({ login, password });
  const id = await idOf(login);
  const params = { id };
  expect(await boss.call(account.get, { params })).toEqual({
    id,
    login,
    source: 'intern',
    state: 'Active',
    admin: false,
    email: null,
    loginCount: 1,
    shares: 0,
    aliases: 0,
    sharedAliases: 0,
    lastLogin: expect.any(Number),
    created: expect.any(Number),
    maxBytes: null,
    maxFiles: null,
    usage: { bytes: 0, files: 0, maxBytes: null, maxFiles: null },
    secondFactor: false,
    leavesAt: null,
  });
  await boss.call(account.modify, {
    params,
    body: { state: 'disabled', admin: true, email: 'a@b.example' },
  });
  expect(await boss.call(account.get, { params })).toMatchObject({
    state: 'Disabled',
    admin: true,
    email: 'a@b.example',
  });
  await boss.call(account.remove, { params });
  await boss.call(account.create, { body: { ...active, login, password } });
  expect(await idOf(login)).not.toBe(id);
});

test('a login that is taken is refused with 200 and success false, however it is spelt', async () => {
  const { login } = await newAccount();
  for (const taken of [login, login.toUpperCase(), ` ${login} `]) {
    const { status, json } = await raw('POST', '/api/v2/admin/account', {
      headers: boss.headers,
      body: JSON.stringify({ ...active, login: taken, password }),
    });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { success: false, code: 'account.loginTaken' },
    });
  }
});

describe.each([
  ['login', [null, '', 'a b', 'ä', 'x'.repeat(61), { not: '' }, '\0']],
  ['state', [null, '', 'Gone', 1]],
  ['admin', [null, 'true', 1]],
  ['password', [null, '', 'short', 'x'.repeat(1025), 'nul\0nul\0']],
  ['email', ['nope', 5, 'a@b@c', `${'x'.repeat(250)}@b.example`, 'a@b.example\nBcc: c']],
])('the field %s', (field, wrong) => {
  test('refuses what it can’t be with 400 and its name', async () => {
    for (const value of wrong) {
      const body = JSON.stringify({ ...active, login: newLogin(), password, [field]: value });
      const { status, json } = await raw('POST', '/api/v2/admin/account', { headers: boss.headers, body });
      expect({ value, status, json }).toMatchObject({
        status: 400,
        json: { success: false, code: 'request.invalid', message: expect.stringMatching(`^${field}: `) },
      });
    }
  });
});
