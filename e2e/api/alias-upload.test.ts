import { beforeAll, expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { authChallenge } from '@/lib/contract/http/names';
import { share } from '@/lib/contract/share/share';
import { raw } from '@/testing/network/raw';
import { type Api, api, holder, newAccount } from '@/testing/people/account';

let owner: Api;
beforeAll(async () => {
  owner = await api(await newAccount());
});

const inbox = async (over: { enabled?: boolean; validity?: number } = {}) => {
  const body = { name: 'Inbox', validity: 60_000, enabled: true, members: [], ...over };
  return (await owner.call(alias.create, { body })).id;
};

const tus = (method: string, path: string, headers: Record<string, string>, body?: string) =>
  raw(method, path, { headers: { 'tus-resumable': '1.0.0', ...headers }, ...(body && { body }) });

const create = (headers: Record<string, string>, body: unknown = { maxViews: 10 }) =>
  raw('POST', '/api/v2/alias/upload/new', { headers, body: JSON.stringify(body) });

test('the share that the page of an alias makes is its owner’s and lives as the alias says', async () => {
  const id = await inbox({ validity: 123_000 });
  const asTheClientSends = {
    name: null,
    validity: 0,
    maxViews: 10,
    password: null,
    description: '# For you',
  };
  const { status, json } = await create(holder(id).headers, asTheClientSends);
  expect({ status, json }).toMatchObject({ status: 200, json: { success: true, id: expect.any(String) } });
  const params = { id: (json as { id: string }).id };
  expect(await owner.call(share.get, { params })).toMatchObject({
    aliasId: id,
    validity: 123_000,
    maxViews: 10,
    descriptionRaw: '# For you',
    publishInfo: null,
  });
});

test('missing, unknown, switched off and malformed are the same 403', async () => {
  const off = await inbox({ enabled: false });
  const bodies = [];
  for (const headers of [{}, owner.headers, ...['nope', off, 'a/b', ''].map((id) => holder(id).headers)]) {
    const { status, json } = await create(headers);
    expect(status).toBe(403);
    bodies.push(JSON.stringify(json));
  }
  expect(new Set(bodies).size).toBe(1);
  expect(JSON.parse(bodies[0] ?? '')).toMatchObject({ success: false, code: 'alias.notUsable' });
});

test.each([
  ['maxViews', { maxViews: 0 }],
  ['maxViews', {}],
  ['password', { maxViews: 1, password: '' }],
  ['description', { maxViews: 1, description: 'x'.repeat(70_000) }],
])('a wrong %s is refused by its name', async (field, body) => {
  const { status, json } = await create(holder(await inbox()).headers, body);
  expect({ status, json }).toMatchObject({
    status: 400,
    json: { message: expect.stringMatching(`^${field}: `) },
  });
});

test('a file goes in through the alias and comes out at the owner’s, nowhere else', async () => {
  const { headers, call } = holder(await inbox());
  const { id } = await call(share.createThroughAlias, { body: { maxViews: 1 } });
  const begun = await tus('POST', `/api/v2/alias/upload/${id}/files/tus`, {
    ...headers,
    'sharry-file-name': 'r%C3%A9sum%C3%A9.txt',
    'sharry-file-type': '',
    'sharry-file-length': '5',
  });
  expect(begun.status).toBe(201);
  const path = new URL(begun.headers.get('location') ?? '', 'http://any').pathname;
  expect(path).toContain(`/api/v2/alias/upload/${id}/files/tus/`);
  const patch = { ...headers, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };
  expect((await tus('PATCH', path, patch, 'hello')).status).toBe(204);
  const head = await tus('HEAD', path, headers);
  expect(head.headers.get('upload-offset')).toBe('5');

  const [file] = (await owner.call(share.get, { params: { id } })).files;
  expect(file).toMatchObject({ filename: 'résumé.txt', size: 5, complete: true });
  const download = `/api/v2/sec/share/${id}/file/${file?.id}`;
  expect((await raw('GET', download, { headers: owner.headers })).json).toBe('hello');
  const refused = await raw('GET', download, { headers });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, authChallenge]);
  expect((await tus('DELETE', path, headers)).status).toBe(403);

  const foreign = holder(await inbox()).headers;
  for (const method of ['HEAD', 'DELETE']) expect((await tus(method, path, foreign)).status).toBe(404);
});

test('switching an alias off stops uploads that are under way, and on lets them go on', async () => {
  const id = await inbox();
  const { headers, call } = holder(id);
  const { id: shareId } = await call(share.createThroughAlias, { body: { maxViews: 1 } });
  const begun = await tus('POST', `/api/v2/alias/upload/${shareId}/files/tus`, {
    ...headers,
    'upload-length': '5',
  });
  const path = new URL(begun.headers.get('location') ?? '', 'http://any').pathname;
  const set = (enabled: boolean) =>
    owner.call(alias.modify, {
      params: { id },
      body: { name: 'Inbox', validity: 60_000, enabled, members: [] },
    });
  await set(false);
  expect((await tus('HEAD', path, headers)).status).toBe(403);
  await set(true);
  expect((await tus('HEAD', path, headers)).status).toBe(200);
});
