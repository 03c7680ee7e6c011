import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '@/lib/contract/account/account';
import { api, onDatabase } from '@/testing/people/account';
import { admin as firstAdmin, TestServer } from '@/testing/server/test-server';

const password = 'correct horse';
const active = { state: 'Active', admin: false };

// An installation of these tests' own: who the last admin is depends on all accounts.
let server: TestServer;
beforeAll(async () => {
  server = await (await TestServer.make()).start();
});
afterAll(() => server.remove());

test('its only admin can be neither deleted, disabled nor demoted, and still opens everything afterwards', async () => {
  const only = await api(firstAdmin, server.url);
  const { items } = await only.call(account.search, {});
  const params = { id: items[0]?.id ?? '' };
  const modify = (body: { state: string; admin: boolean }) => only.call(account.modify, { params, body });
  const refused = { status: 200, code: 'account.lastAdmin' };
  await expect(only.call(account.remove, { params })).rejects.toMatchObject(refused);
  await expect(modify({ state: 'Disabled', admin: true })).rejects.toMatchObject(refused);
  await expect(modify({ state: 'Active', admin: false })).rejects.toMatchObject(refused);
  await expect(only.call(account.get, { params })).resolves.toMatchObject({ state: 'Active', admin: true });
});

test('one of two admins who demote each other at once stays', async () => {
  const base = server.url;
  const one = await api(firstAdmin, base);
  const other = { login: 'other', password };
  await one.call(account.create, { body: { ...active, ...other, admin: true } });
  const two = await api(other, base);
  const { items } = await one.call(account.search, {});
  const idOf = (login: string) => items.find((item) => item.login === login)?.id ?? '';
  const outcomes = await Promise.allSettled([
    one.call(account.modify, { params: { id: idOf('other') }, body: active }),
    two.call(account.modify, { params: { id: idOf(firstAdmin.login) }, body: active }),
  ]);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  await onDatabase((db) => db.query('UPDATE "Account" SET admin = true'), server.databaseUrl);
});

test('a deletion that kill -9 cut off is brought to its end by the next start', async () => {
  const only = await api(firstAdmin, server.url);
  await only.call(account.create, { body: { ...active, login: 'rich', password } });
  const { items } = await only.call(account.search, { query: { q: 'rich' } });
  const id = items[0]?.id ?? '';
  const query = (sql: string) => onDatabase((db) => db.query(sql, [id]), server.databaseUrl);
  await query(`INSERT INTO "Share" (id, "ownerId", "validityMs", "maxViews")
    SELECT 'share-' || n, $1, 1000, 1 FROM generate_series(1, 20000) n`);
  const left = async () =>
    Number((await query('SELECT count(*) FROM "Share" WHERE "ownerId" = $1')).rows[0].count);

  await only.call(account.remove, { params: { id } });
  await server.kill();
  await server.start();
  await expect.poll(left, { timeout: 30_000 }).toBe(0);
  const again = await api(firstAdmin, server.url);
  await expect(again.call(account.get, { params: { id } })).rejects.toMatchObject({ status: 404 });
  const gone = async () => (await query('SELECT 1 FROM "Account" WHERE id = $1')).rows.length;
  await expect.poll(gone, { timeout: 30_000 }).toBe(0);
});
