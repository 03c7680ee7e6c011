import { beforeAll, expect, test } from 'vitest';
import { account } from '@/lib/contract/account/account';
import { leaving } from '@/lib/contract/account/leaving';
import { alias } from '@/lib/contract/alias/alias';
import { auth } from '@/lib/contract/auth';
import { headerNames } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { raw } from '@/testing/network/raw';
import { type Api, api, holder, newAccount, onDatabase } from '@/testing/people/account';

const active = { state: 'Active', admin: false };

let boss: Api;
beforeAll(async () => {
  boss = await api(await newAccount({ admin: true }));
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
    code: expect.stringMatching(/^auth\.(loginFailed|accountDisabled|forbidden)$/),
  });
});

test('with a disabled account its links and aliases stop, and come back with it', async () => {
  const person = await newAccount();
  const client = await api(person);
  const { id: shareId } = await client.call(share.create, { body: { validity: 60_000, maxViews: 9 } });
  const { id: linkId } = await client.call(share.publish, { params: { id: shareId } });
  const { id: aliasId } = await client.call(alias.create, {
    body: { name: 'Inbox', validity: 60_000, enabled: true, members: [] },
  });
  const statuses = async () => [
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
  expect(await statuses()).toEqual([200, 200]);
  await set('Disabled');
  expect(await statuses()).toEqual([404, 403]);
  await set('Active');
  expect(await statuses()).toEqual([200, 200]);
});

test('a person who deletes the own account is signed out at the next request, even during a transfer', async () => {
  const person = await newAccount();
  const client = await api(person);
  const { id } = await client.call(share.create, { body: { validity: 60_000, maxViews: 9 } });
  const created = await raw('POST', `/api/v2/sec/upload/${id}/files/tus`, {
    headers: { ...client.headers, 'tus-resumable': '1.0.0', 'upload-length': '3' },
  });
  const sendRest = () =>
    raw('PATCH', new URL(created.headers.get('location') ?? '', 'http://here').pathname, {
      headers: {
        ...client.headers,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body: 'abc',
    });
  const { login, password } = person;
  const thief = (body: { password?: string }) => client.call(leaving.leave, { body: { login, ...body } });
  await expect(thief({})).rejects.toMatchObject({ code: 'request.invalid' });
  await expect(thief({ password: 'a guess' })).rejects.toMatchObject({ code: 'settings.passwordWrong' });
  await client.call(leaving.leave, { body: { login, password } });
  const out = { status: 401, code: 'auth.required' };
  await expect(client.call(share.publish, { params: { id } })).rejects.toMatchObject(out);
  await expect(client.call(leaving.leave, { body: { login, password } })).rejects.toMatchObject(out);
  expect((await sendRest()).status).toBe(401);
  const { token } = await client.call(auth.login, { body: { account: login, password } });
  client.headers[headerNames.auth] = String(token);
  expect((await sendRest()).status).toBe(204);
  await client.call(share.publish, { params: { id } });
});

test('a deleted account takes its links along at once, its rows and bytes soon', async () => {
  const person = await newAccount();
  const client = await api(person);
  const { id } = await client.call(share.create, { body: { validity: 60_000, maxViews: 9 } });
  const { id: linkId } = await client.call(share.publish, { params: { id } });
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
