import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { account } from '@/lib/contract/account/account';
import { raw } from '@/testing/network/raw';
import { type Api, api, newAccount } from '@/testing/people/account';

const made = { state: 'Active', admin: false, password: 'correct horse' };
const newLogin = () => `made-${randomBytes(8).toString('hex')}`;

let boss: Api;
beforeAll(async () => {
  boss = await api(await newAccount({ admin: true }));
});

// behaviour.md 13, hole 20: LIKE's signs as wildcards, lists without an order.
test('the list is by login, and % and _ mean themselves', async () => {
  const word = newLogin();
  for (const end of ['_b', 'xb', '_a']) {
    await boss.call(account.create, { body: { ...made, login: word + end } });
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
    await boss.call(account.create, { body: { ...made, admin, login: word + login } });
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
