import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { share } from '@/lib/contract/share/share';
import { raw } from '@/testing/network/raw';
import { type Api, api, holder, newAccount, type TestAccount } from '@/testing/people/account';

const change = { name: 'Inbox', validity: 60_000, enabled: true, members: [] as string[] };
const newId = () => `id-${randomBytes(8).toString('hex')}`;

type Person = { account: TestAccount; client: Api };
async function person(over: { admin?: boolean } = {}): Promise<Person> {
  const account = await newAccount(over);
  return { account, client: await api(account) };
}

async function inbox() {
  const [owner, member, stranger, boss] = await Promise.all([
    person(),
    person(),
    person(),
    person({ admin: true }),
  ]);
  const body = { ...change, members: [member.account.id] };
  const { id } = await owner.client.call(alias.create, { body });
  const { id: shareId } = await holder(id).call(share.createThroughAlias, { body: { maxViews: 10 } });
  return { id, shareId, owner, member, stranger, boss };
}

const list = async (client: Api, q = '') =>
  (await client.call(alias.search, { query: { q } })).items.map(({ name }) => name);

const get = (client: Api, id: string) => client.call(alias.get, { params: { id } });
const remove = (client: Api, id: string) => client.call(alias.remove, { params: { id } });

test('an alias shows its owner’s login, its members and everything else', async () => {
  const { id, owner, member } = await inbox();
  const { json } = await raw('GET', `/api/v2/sec/alias/${id}`, { headers: member.client.headers });
  expect(json).toEqual({
    notifies: false,
    told: true,
    password: false,
    album: null,
    blocked: null,
    keyFingerprint: null,
    id,
    name: 'Inbox',
    validity: 60_000,
    owner: owner.account.login,
    ownerId: owner.account.id,
    enabled: true,
    members: { items: [{ id: member.account.id, login: member.account.login }] },
    created: expect.any(Number),
  });
});

// behaviour.md 13, hole 1: members could be rewritten by anyone who was signed in.
test('nobody makes oneself a member of somebody else’s alias, whatever the answer says', async () => {
  const { id, shareId, owner, member, stranger, boss } = await inbox();
  const before = await get(owner.client, id);
  for (const { account, client } of [stranger, boss, member]) {
    for (const own of [{}, { id: null }, { id }, { id: newId() }]) {
      await raw('POST', `/api/v2/sec/alias/${id}`, {
        headers: client.headers,
        body: JSON.stringify({ ...change, ...own, members: [account.id] }),
      });
    }
  }
  expect(await get(owner.client, id)).toEqual(before);
  for (const { client } of [stranger, boss]) {
    await expect(client.call(share.get, { params: { id: shareId } })).rejects.toMatchObject({ status: 404 });
  }
  await expect(member.client.call(share.get, { params: { id: shareId } })).resolves.toBeTruthy();
});

describe('behaviour.md 13, hole 19: what was 500', () => {
  test('a new id keeps its shares, members and uploads', async () => {
    const { id, shareId, owner, member } = await inbox();
    const next = newId();
    const body = { ...change, id: next, members: [member.account.id] };
    const answer = await owner.client.call(alias.modify, { params: { id }, body });
    expect(answer).toMatchObject({ success: true, id: next });
    const detail = await member.client.call(share.get, { params: { id: shareId } });
    expect(detail).toMatchObject({ aliasId: next, aliasName: 'Inbox' });
    const create = (aliasId: string) =>
      holder(aliasId).call(share.createThroughAlias, { body: { maxViews: 1 } });
    await expect(create(id)).rejects.toMatchObject({ status: 403, code: 'alias.notUsable' });
    await expect(create(next)).resolves.toMatchObject({ success: true });
  });

  test('an absent or null id keeps the present one', async () => {
    const { id, owner } = await inbox();
    for (const body of [change, { ...change, id: null }]) {
      const answer = await owner.client.call(alias.modify, { params: { id }, body });
      expect(answer).toMatchObject({ id });
    }
  });

  test('an id that is taken is refused with 200 and an empty id', async () => {
    const { id, owner, stranger } = await inbox();
    const { id: taken } = await stranger.client.call(alias.create, { body: change });
    for (const path of [`/api/v2/sec/alias/${id}`, '/api/v2/sec/alias']) {
      const { status, json } = await raw('POST', path, {
        headers: owner.client.headers,
        body: JSON.stringify({ ...change, id: taken }),
      });
      expect({ status, json }).toMatchObject({
        status: 200,
        json: { success: false, code: 'alias.idTaken', id: '' },
      });
    }
  });

  test('members that nobody is are refused by name of the field', async () => {
    const { id, owner } = await inbox();
    for (const path of [`/api/v2/sec/alias/${id}`, '/api/v2/sec/alias']) {
      const { status, json } = await raw('POST', path, {
        headers: owner.client.headers,
        body: JSON.stringify({ ...change, members: ['nobody'] }),
      });
      expect({ status, json }).toMatchObject({
        status: 400,
        json: { code: 'request.invalid', message: expect.stringMatching(/^members: /) },
      });
    }
  });
});

test('a wished id is honoured; empty, null and none make a random one', async () => {
  const { client } = await person();
  const wish = newId();
  expect(await client.call(alias.create, { body: { ...change, id: wish } })).toMatchObject({ id: wish });
  for (const none of [{}, { id: null }, { id: '' }]) {
    const { id } = await client.call(alias.create, { body: { ...change, ...none } });
    expect(id).toMatch(/^\w{32}$/);
  }
});

describe.each([
  ['id', ['abc', 'x'.repeat(81), 'a b c', 'a/b/c', '\0\0\0\0', 5]],
  ['name', ['', '  ', 'x'.repeat(256), '\0', null, undefined]],
  ['validity', [0, -1, 999, 1.5, 2 ** 60, '60000', 365 * 24 * 3600 * 1000 + 1, null]],
  ['enabled', ['true', 1, null]],
  ['members', ['x', [1], [null], ['a/b'], null, undefined]],
])('the field %s', (field, wrong) => {
  test('refuses what it can’t be with 400 and its name, new and changed', async () => {
    const { client } = await person();
    const { id } = await client.call(alias.create, { body: change });
    for (const path of ['/api/v2/sec/alias', `/api/v2/sec/alias/${id}`]) {
      for (const value of wrong) {
        const body = JSON.stringify({ ...change, [field]: value });
        const { status, json } = await raw('POST', path, { headers: client.headers, body });
        expect({ value, status, json }).toMatchObject({
          status: 400,
          json: { success: false, message: expect.stringMatching(`^${field}[.:]`) },
        });
      }
    }
  });
});

// behaviour.md 13, hole 20: LIKE's signs as wildcards, lists without an order.
test('the list has one’s own and shared aliases, newest first, and % and _ mean themselves', async () => {
  const { client, account } = await person();
  const other = await person();
  for (const name of ['a_b', 'axb', '100%']) await client.call(alias.create, { body: { ...change, name } });
  await other.client.call(alias.create, { body: { ...change, name: 'shared', members: [account.id] } });
  await other.client.call(alias.create, { body: { ...change, name: 'private' } });
  expect(await list(client)).toEqual(['shared', '100%', 'axb', 'a_b']);
  expect(await list(client, 'A_B')).toEqual(['a_b']);
  expect(await list(client, '%')).toEqual(['100%']);
});

test('everybody but oneself can be found to be made a member', async () => {
  const [one, other] = await Promise.all([person(), person()]);
  const find = async ({ client }: Person, q: string) =>
    (await client.call(alias.members, { query: { q } })).items;
  const { id, login } = other.account;
  expect(await find(one, login)).toEqual([{ id, login }]);
  expect(await find(other, login)).toEqual([]);
  expect(await find(one, '%')).toEqual([]);
});

test('a deleted alias leaves the share with its owner alone', async () => {
  const { id, shareId, owner, member } = await inbox();
  await remove(owner.client, id);
  const params = { id: shareId };
  await expect(owner.client.call(share.get, { params })).resolves.toMatchObject({ aliasId: null });
  await expect(member.client.call(share.get, { params })).rejects.toMatchObject({ status: 404 });
});
