import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { openShare } from '@/lib/server/services/open/open-share';
import { setShareField } from '@/lib/server/services/share/set-field';
import { publishedFile } from '@/testing/service/published-file';
import { idOf, type Reply, send, sha256, someBytes, startTransfer } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const published = (bytes: Buffer, name?: string) => publishedFile(port, bytes, name);

const noProof = { password: null, passwordCookie: null, visitCookie: null };

const guarded = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store, no-transform',
  'x-robots-tag': 'noindex, nofollow',
};

test('a file comes with its bytes and with everything that is known about them', async () => {
  const bytes = someBytes(600_000);
  const { get, head, own, auth } = await published(bytes);
  const replies = [await get(), await send(port, 'GET', own, { headers: auth })];
  for (const reply of replies) {
    expect([reply.status, reply.body.equals(bytes)]).toEqual([200, true]);
    expect(reply.headers).toMatchObject({
      ...guarded,
      'content-length': '600000',
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="a.png"',
      'accept-ranges': 'bytes',
      'file-size': '600000',
      etag: `"${sha256(bytes)}"`,
    });
    expect(Date.parse(String(reply.headers['last-modified']))).toBeLessThanOrEqual(Date.now());
  }
  const { status, headers, body } = await head({ range: 'bytes=0-1' });
  expect([status, body.length]).toEqual([200, 0]);
  const { date: _a, connection: _b, 'keep-alive': _c, 'x-request-id': _d, ...known } = headers;
  expect(replies[0]?.headers).toMatchObject(known);
});

test('every kind of answer is guarded', async () => {
  const { get, head } = await published(someBytes(100));
  const etag = String((await get()).headers.etag);
  const replies: [Reply, number][] = [
    [await get({ range: 'bytes=0-9' }), 206],
    [await get({ range: 'bytes=100-' }), 416],
    [await get({ 'if-none-match': etag }), 304],
    [await get({ 'if-match': '"other"' }), 412],
    [await head(), 200],
    [await send(port, 'GET', '/api/v2/open/share/nobodys/file/nobodys'), 404],
  ];
  for (const [reply, status] of replies) {
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject(guarded);
  }
});

test('a page of another site can’t open a file as a page of ours', async () => {
  const { get } = await published(someBytes(10));
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'cross-site' };
  expect((await get(headers)).headers['content-disposition']).toMatch(/^attachment/);
  expect((await get({ ...headers, 'sec-fetch-site': 'none' })).headers['content-disposition']).toMatch(
    /^inline/,
  );
  expect((await get({}, '?download=1')).headers['content-disposition']).toMatch(/^attachment/);
});

test('a drawing is a download, and a picture in our preview', async () => {
  const { get } = await published(Buffer.from('<svg/>'), 'a.svg');
  expect((await get()).headers).toMatchObject({ 'content-type': 'image/svg+xml' });
  expect((await get()).headers['content-disposition']).toMatch(/^attachment/);
  expect((await get({}, '?preview=1')).headers['content-disposition']).toMatch(/^inline/);
});

test('a file that is still arriving is not there, for its owner neither', async () => {
  const { tus, share, auth, linkId } = await published(someBytes(1));
  const path = await tus.begin(10);
  await tus.patch(path, 0, Buffer.from('12345'));
  for (const url of [`/api/v2/sec/share/${share.id}`, `/api/v2/open/share/${linkId}`]) {
    const reply = await send(port, 'GET', `${url}/file/${idOf(path)}`, { headers: auth });
    expect([reply.status, reply.json().code]).toEqual([404, 'file.notFound']);
  }
});

test('a link opens the files of its own share alone', async () => {
  const mine = await published(someBytes(1));
  const other = await published(someBytes(1));
  const reply = await send(port, 'GET', `/api/v2/open/share/${mine.linkId}/file/${other.fileId}`);
  expect([reply.status, reply.json().code]).toEqual([404, 'file.notFound']);
});

test('without the share’s password, no byte, name or size is sent', async () => {
  const { ctx, share, get, head, linkId } = await published(someBytes(100));
  await setShareField(ctx, share.id, { password: 'open sesame' });
  for (const headers of [{}, { range: 'bytes=0-1' }, { 'if-none-match': '*' }] as Record<string, string>[]) {
    const reply = await get(headers);
    expect([reply.status, reply.json().code]).toEqual([401, 'open.passwordRequired']);
    expect(reply.headers).not.toHaveProperty('content-disposition');
    expect(reply.headers).not.toHaveProperty('file-size');
    expect((await head(headers)).status).toBe(401);
  }
  expect((await get({ [headerNames.password]: 'wrong' })).status).toBe(403);
  expect((await get({ [headerNames.password]: encodeURIComponent('open sesame') })).status).toBe(200);

  const { pass } = await openShare(ctx, linkId, { ...noProof, password: 'open sesame' });
  expect((await get({ cookie: `sharry-password=${pass?.password}` })).status).toBe(200);
});

test('a withdrawn link serves nothing, a used-up one only to whose visit goes on', async () => {
  const { ctx, share, get, linkId } = await published(someBytes(1));
  await setShareField(ctx, share.id, { maxViews: 1 });
  const { pass } = await openShare(ctx, linkId, noProof);
  expect((await get()).json().code).toBe('open.notFound');
  const visit = { cookie: `sharry-visit=${pass?.visit}` };
  expect((await get(visit)).status).toBe(200);
  await ctx.db.publication.update({ where: { shareId: share.id }, data: { enabled: false } });
  expect((await get(visit)).status).toBe(404);
});
