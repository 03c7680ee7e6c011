import { beforeAll, expect, test } from 'vitest';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { userContext } from '@/testing/service/context';
import { idOf, send, signedIn, startTransfer, tusClient, uploader } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const tusHeaders = { 'tus-resumable': '1.0.0' };
const patchHeaders = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };

/** Every call on somebody's share that the transfer layer answers: on an upload under way and on a complete file. */
async function setUp() {
  const owner = await uploader();
  const tus = tusClient(port, owner.share.id, owner.auth);
  const [uploading, done] = [await tus.begin(2), await tus.begin(2)];
  await tus.patch(done, 0, Buffer.from('ok'));
  const file = `/api/v2/sec/share/${owner.share.id}/file/${idOf(done)}`;
  const calls = [
    ['OPTIONS', tus.base, {}, 204],
    ['POST', tus.base, { 'upload-length': '1' }, 201],
    ['HEAD', uploading, {}, 200],
    ['PATCH', uploading, patchHeaders, 204],
    ['POST', uploading, { ...patchHeaders, 'upload-offset': '0' }, 204],
    ['GET', file, {}, 200],
    ['HEAD', file, {}, 200],
    ['DELETE', uploading, {}, 204],
  ] as const;
  const call = ([method, path, headers]: (typeof calls)[number], auth: Record<string, string>) =>
    send(port, method, path, { headers: { ...tusHeaders, ...headers, ...auth, 'content-length': '0' } });
  return { owner, calls, call };
}

test('the owner may do all of it', async () => {
  const { owner, calls, call } = await setUp();
  for (const each of calls)
    expect([each[0], each[1], (await call(each, owner.auth)).status]).toEqual([each[0], each[1], each[3]]);
});

test('a member of the alias that the share came through may do all of it', async () => {
  const { owner, calls, call } = await setUp();
  const { ctx, share } = owner;
  const member = await userContext();
  const alias = { id: ctx.newId(), ownerId: ctx.viewer.id, name: 'Inbox', validityMs: 1000 };
  await ctx.db.alias.create({ data: { ...alias, members: { create: { accountId: member.viewer.id } } } });
  await ctx.db.share.update({ where: { id: share.id }, data: { aliasId: alias.id } });
  const auth = await signedIn(member);
  for (const each of calls)
    expect([each[0], each[1], (await call(each, auth)).status]).toEqual([each[0], each[1], each[3]]);
});

test('nobody signed out gets an answer, whether there is such a share or not', async () => {
  const { calls, call } = await setUp();
  for (const each of calls) {
    for (const auth of [{}, { [headerNames.auth]: 'forged' }, { cookie: `${cookieNames.auth}=forged` }]) {
      const reply = await call(each, auth as Record<string, string>);
      expect([each[0], reply.status]).toEqual([each[0], 401]);
      if (each[0] !== 'HEAD') expect(reply.json()).toMatchObject({ success: false, code: 'auth.required' });
    }
  }
});

test('another account gets the same answer for a share as for an unknown one', async () => {
  const { calls, call } = await setUp();
  const { auth } = await uploader();
  for (const each of calls) {
    const unknown = each[1].replace(/(upload|share)\/[^/]+/, '$1/nobodys');
    const [foreign, nobodys] = [
      await call(each, auth),
      await call([each[0], unknown, each[2], each[3]] as typeof each, auth),
    ];
    expect([each[0], foreign.status, nobodys.status]).toEqual([each[0], 404, 404]);
    expect(String(foreign.body)).toBe(String(nobodys.body));
  }
});

test('a file is reached only through its own share', async () => {
  const { owner, calls, call } = await setUp();
  const other = await uploader();
  await owner.ctx.db.share.update({ where: { id: other.share.id }, data: { ownerId: owner.ctx.viewer.id } });
  for (const each of calls) {
    if (!each[1].includes('tus/') && !each[1].includes('file/')) continue;
    const through = each[1].replace(owner.share.id, other.share.id);
    expect([
      each[0],
      (await call([each[0], through, each[2], each[3]] as typeof each, owner.auth)).status,
    ]).toEqual([each[0], 404]);
  }
});

test('a cookie counts from our own pages and from programs, but not from another site', async () => {
  const { owner, calls, call } = await setUp();
  const cookie = { cookie: `${cookieNames.auth}=${owner.auth[headerNames.auth]}` };
  const [create] = calls.filter(([method, path]) => method === 'POST' && path.endsWith('tus'));
  if (!create) throw new Error('no creation among the calls');
  const statuses = [
    await call(create, cookie),
    await call(create, { ...cookie, 'sec-fetch-site': 'same-origin', origin: 'http://localhost:3000' }),
    await call(create, { ...cookie, 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }),
    await call(create, { ...cookie, origin: 'https://evil.example' }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([201, 201, 403, 403]);
});

test.each([
  ['PUT', 'upload', 'HEAD, POST, PATCH, DELETE, OPTIONS'],
  ['GET', 'upload', 'HEAD, POST, PATCH, DELETE, OPTIONS'],
  ['PATCH', 'uploads', 'POST, OPTIONS'],
  ['POST', 'openFile', 'GET, HEAD, OPTIONS'],
])('%s on the call %s is refused with the methods that there are', async (method, kind, allow) => {
  const path = {
    upload: '/api/v2/sec/upload/x/files/tus/y',
    uploads: '/api/v2/sec/upload/x/files/tus',
    openFile: '/api/v2/open/share/x/file/y',
  }[kind];
  const reply = await send(port, method, path ?? '');
  expect([reply.status, reply.headers.allow]).toEqual([405, allow]);
});

test.each(['..%2f..%2fetc', 'a%00b', 'a%20b', 'x'.repeat(81)])('an id like %s leads nowhere', async (id) => {
  const { auth } = await uploader();
  const reply = await send(port, 'HEAD', `/api/v2/sec/upload/${id}/files/tus/${id}`, {
    headers: { ...auth, ...tusHeaders },
  });
  expect(reply.status).toBe(404);
});
