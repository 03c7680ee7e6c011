import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { account } from '@/lib/contract/account';
import { alias } from '@/lib/contract/alias';
import { auth } from '@/lib/contract/auth';
import { share } from '@/lib/contract/share';
import { type Api, api, holder, newAccount, onDatabase } from '../account';
import { raw } from '../raw';

const password = 'correct horse';
const active = { state: 'Active', admin: false };
const newLogin = () => `made-${randomBytes(8).toString('hex')}`;

let boss: Api;
beforeAll(async () => {
  boss = await api(await newAccount({ admin: true }));
});

const idOf = async (login: string) =>
  (await boss.call(account.search, { query: { q: login } })).items[0]?.id ?? '';

/** Every call of admins, on an account of its own. */
const calls: [string, (client: Api, id: string) => Promise<unknown>][] = [
  ['search', (client) => client.call(account.search, {})],
  ['get', (client, id) => client.call(account.get, { params: { id } })],
  ['create', (client) => client.call(account.create, { body: { ...active, login: newLogin(), password } })],
  ['modify', (client, id) => client.call(account.modify, { params: { id }, body: active })],
  ['remove', (client, id) => client.call(account.remove, { params: { id } })],
];

test.each(calls)('%s is an admin’s', async (_, attempt) => {
  const { id } = await newAccount();
  await expect(attempt(boss, id)).resolves.toBeTruthy();
});

test.each(calls)(
  '%s is refused to the signed out, to others and to the account itself',
  async (_, attempt) => {
    const own = await newAccount();
    await expect(attempt(await api(), own.id)).rejects.toMatchObject({ status: 401, code: 'auth.required' });
    for (const client of [await api(own), await api(await newAccount())]) {
      await expect(attempt(client, own.id)).rejects.toMatchObject({ status: 403, code: 'auth.forbidden' });
    }
  },
);

test.each(['get', 'modify', 'remove'])('%s of an account that there isn’t is 404', async (name) => {
  const attempt = calls.find(([each]) => each === name)?.[1];
  await expect(attempt?.(boss, 'nobody')).rejects.toMatchObject({ status: 404, code: 'account.notFound' });
});

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
    lastLogin: expect.any(Number),
    created: expect.any(Number),
    maxBytes: null,
    maxFiles: null,
    usage: { bytes: 0, files: 0, maxBytes: null, maxFiles: null },
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

// behaviour.md 13, hole 2: tokens that outlive the account's rights.
test.each([
  [
    'disabled',
    (id: string) => boss.call(account.modify, { params: { id }, body: { ...active, state: 'Disabled' } }),
  ],
  ['demoted', (id: string) => boss.call(account.modify, { params: { id }, body: active })],
  [
    'given a new password',
    (id: string) =>
      boss.call(account.modify, {
        params: { id },
        body: { ...active, admin: true, password: 'another horse' },
      }),
  ],
  ['deleted', (id: string) => boss.call(account.remove, { params: { id } })],
])('an account that is %s is out with the next request and refreshes nothing', async (_, change) => {
  const person = await newAccount({ admin: true });
  const client = await api(person);
  await client.call(account.search, {});
  await change(person.id);
  const out = { status: 401, code: 'auth.required' };
  await expect(client.call(auth.session, {})).rejects.toMatchObject(out);
  await expect(client.call(share.search, {})).rejects.toMatchObject(out);
  await expect(client.call(account.search, {})).rejects.toMatchObject(out);
  await expect(api(person).then((again) => again.call(account.search, {}))).rejects.toMatchObject({
    code: expect.stringMatching(/^auth\.(loginFailed|forbidden)$/),
  });
});

test('with a disabled account its links and aliases stop, and come back with it', async () => {
  const person = await newAccount();
  const client = await api(person);
  const { id: shareId } = await client.call(share.create, { body: { validity: 60_000, maxViews: 9 } });
  const { id: linkId } = await client.call(share.publish, { params: { id: shareId }, body: {} });
  const { id: aliasId } = await client.call(alias.create, {
    body: { name: 'Inbox', validity: 60_000, enabled: true, members: [] },
  });
  const doors = async () => [
    (await raw('GET', `/api/v2/open/share/${linkId}`)).status,
    (
      await raw('POST', '/api/v2/alias/upload/new', {
        headers: holder(aliasId).headers,
        body: '{"maxViews":1}',
      })
    ).status,
  ];
  const set = (state: string) =>
    boss.call(account.modify, { params: { id: person.id }, body: { state, admin: false } });
  expect(await doors()).toEqual([200, 200]);
  await set('Disabled');
  expect(await doors()).toEqual([404, 403]);
  await set('Active');
  expect(await doors()).toEqual([200, 200]);
});

test('a deleted account takes its links along at once, its rows and bytes soon', async () => {
  const person = await newAccount();
  const client = await api(person);
  const { id } = await client.call(share.create, { body: { validity: 60_000, maxViews: 9 } });
  const { id: linkId } = await client.call(share.publish, { params: { id }, body: {} });
  const created = await raw('POST', `/api/v2/sec/upload/${id}/files/tus`, {
    headers: { ...client.headers, 'tus-resumable': '1.0.0', 'upload-length': '0' },
  });
  expect(created.status).toBe(201);
  const fileId = created.headers.get('location')?.split('/').at(-1);
  await boss.call(account.remove, { params: { id: person.id } });
  expect((await raw('GET', `/api/v2/open/share/${linkId}`)).status).toBe(404);
  const left = () =>
    onDatabase(async (client) => {
      const { rows } = await client.query(
        `SELECT (SELECT count(*) FROM "Account" WHERE id = $1) + (SELECT count(*) FROM "File" WHERE id = $2)
           + (SELECT count(*) FROM "Removal" WHERE "fileId" = $2) AS count`,
        [person.id, fileId],
      );
      return Number(rows[0].count);
    });
  await expect.poll(left, { timeout: 20_000 }).toBe(0);
});

// behaviour.md 13, hole 20: LIKE's signs as wildcards, lists without an order.
test('the list is by login, and % and _ mean themselves', async () => {
  const word = newLogin();
  for (const end of ['_b', 'xb', '_a']) {
    await boss.call(account.create, { body: { ...active, login: word + end, password } });
  }
  const logins = async (q: string) =>
    (await boss.call(account.search, { query: { q } })).items.map(({ login }) => login);
  expect(await logins(word)).toEqual(['_a', '_b', 'xb'].map((end) => word + end));
  expect(await logins(`${word}_b`)).toEqual([`${word}_b`]);
  expect(await logins(`${word.slice(0, 8)}%`)).toEqual([]);
});

test('the list goes by any of its columns, and an unknown one is refused by the field’s name', async () => {
  const word = newLogin();
  for (const [login, admin] of [
    ['a', false],
    ['b', true],
  ] as const) {
    await boss.call(account.create, { body: { ...active, admin, login: word + login, password } });
  }
  const ends = async (query: object) =>
    (await boss.call(account.search, { query: { q: word, ...query } })).items.map(({ login }) =>
      login.at(-1),
    );
  expect(await ends({ sort: 'admin', order: 'desc' })).toEqual(['b', 'a']);
  expect(await ends({ sort: 'admin', order: 'asc' })).toEqual(['a', 'b']);
  expect(await boss.call(account.search, { query: { q: word, page: 2, pageSize: 1 } })).toMatchObject({
    items: [{ login: `${word}b` }],
    total: 2,
  });
  for (const [field, value] of [
    ['sort', 'passwordHash'],
    ['sort', ''],
    ['order', 'up'],
  ]) {
    const { status, json } = await raw('GET', `/api/v2/admin/account?${field}=${value}`, {
      headers: boss.headers,
    });
    expect({ status, json }).toMatchObject({
      status: 400,
      json: { success: false, code: 'request.invalid', message: `${field}: is not supported.` },
    });
  }
});
