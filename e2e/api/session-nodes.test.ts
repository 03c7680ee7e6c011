import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '@/lib/client/call/call';
import { account } from '@/lib/contract/account/account';
import { auth } from '@/lib/contract/auth';
import type { CallInput, Endpoint } from '@/lib/contract/http/endpoint';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { type Api, api } from '@/testing/people/account';
import { admin, TestServer } from '@/testing/server/test-server';

const secret = { AUTH_SECRET: 'the same secret on every node, long enough' };
let one: TestServer;
let two: TestServer;
let boss: Api;

beforeAll(async () => {
  one = await (await TestServer.make({ env: secret })).start();
  two = await (
    await TestServer.make({ env: { ...secret, DATABASE_URL: one.databaseUrl, DATA_DIR: one.dataDir } })
  ).start();
  boss = await api(admin, one.url);
});
afterAll(async () => {
  await two?.remove();
  await one?.remove();
});

const password = 'correct horse';

async function person({ isAdmin = false } = {}) {
  const login = `user-${randomBytes(8).toString('hex')}`;
  await boss.call(account.create, { body: { login, password, state: 'Active', admin: isAdmin } });
  const { items } = await boss.call(account.search, { query: { q: login } });
  return { login, password, id: items[0]?.id ?? '' };
}

async function across(who: { login: string; password: string }) {
  const onOne = await api(who, one.url);
  const onTwo = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
    call(endpoint, input, { base: two.url, headers: onOne.headers });
  expect(await isIn(onTwo)).toBe(true);
  return { onOne, onTwo };
}

const isIn = (on: Api['call']) =>
  on(share.search, {}).then(
    () => true,
    ({ status }) => (status === 401 ? false : Promise.reject(new Error(`Answered ${status}.`))),
  );

test('signing out on one node ends the session on the other with the next request', async () => {
  const { onOne, onTwo } = await across(await person());
  await onOne.call(auth.logout, {});
  expect(await isIn(onOne.call)).toBe(false);
  expect(await isIn(onTwo)).toBe(false);
  await expect(onTwo(auth.session, {})).rejects.toMatchObject({ status: 401 });
});

test('disabling and deleting an account ends its sessions on every node, and enabling revives none', async () => {
  for (const isDeleted of [false, true]) {
    const who = await person();
    const { onOne, onTwo } = await across(who);
    const params = { id: who.id };
    if (isDeleted) await boss.call(account.remove, { params });
    else await boss.call(account.modify, { params, body: { state: 'Disabled', admin: false } });
    expect(await isIn(onTwo)).toBe(false);
    expect(await isIn(onOne.call)).toBe(false);
    if (isDeleted) continue;
    await boss.call(account.modify, { params, body: { state: 'Active', admin: false } });
    expect(await isIn(onTwo)).toBe(false);
  }
});

test('a demoted admin is out on every node', async () => {
  const who = await person({ isAdmin: true });
  const { onOne, onTwo } = await across(who);
  await expect(onTwo(account.search, {})).resolves.toHaveProperty('items');
  await boss.call(account.modify, { params: { id: who.id }, body: { state: 'Active', admin: false } });
  for (const on of [onOne.call, onTwo]) {
    await expect(on(account.search, {})).rejects.toMatchObject({ status: 401 });
  }
});

test('a new password ends the others on every node and leaves the session that changed it', async () => {
  const who = await person();
  const [here, elsewhere] = [await across(who), await across(who)];
  const body = { oldPassword: password, newPassword: 'another horse' };
  await here.onOne.call(settings.changePassword, { body });
  expect(await isIn(elsewhere.onTwo)).toBe(false);
  expect(await isIn(elsewhere.onOne.call)).toBe(false);
  expect(await isIn(here.onTwo)).toBe(true);
});

test('a new password by an admin ends all sessions on every node', async () => {
  const who = await person();
  const { onOne, onTwo } = await across(who);
  const body = { state: 'Active', admin: false, password: 'another horse' } as const;
  await boss.call(account.modify, { params: { id: who.id }, body });
  expect(await isIn(onTwo)).toBe(false);
  expect(await isIn(onOne.call)).toBe(false);
});

test('a session ended in the list is over on the node that it uses', async () => {
  const who = await person();
  const [here, elsewhere] = [await across(who), await across(who)];
  const { items } = await here.onTwo(session.list, {});
  expect(items.map(({ current }) => current)).toEqual([true, false]);
  await here.onOne.call(session.end, { params: { id: items[1]?.id ?? '' } });
  expect(await isIn(elsewhere.onTwo)).toBe(false);
  expect(await isIn(here.onTwo)).toBe(true);
});
