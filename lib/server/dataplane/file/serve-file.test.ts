import { once } from 'node:events';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { headerNames } from '@/lib/contract/names';
import { openShare } from '@/lib/server/services/open/open-share';
import { publishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import {
  idOf,
  open,
  type Reply,
  send,
  sha256,
  someBytes,
  startDoor,
  tusClient,
  uploader,
} from '@/test/dataplane';
import { faults } from '@/test/faulty-storage';

vi.mock('@/lib/server/storage/disk', async (original) => {
  const { diskStorage } = await original<typeof import('@/lib/server/storage/disk')>();
  const { faulty } = await import('@/test/faulty-storage');
  return { diskStorage: (dir: string) => faulty(diskStorage(dir)) };
});

let port: number;
beforeAll(async () => {
  port = (await startDoor()).port;
});
afterEach(() => {
  faults.readFailsAfter = null;
});

const noProof = { password: null, passwordCookie: null, visitCookie: null };

async function published(bytes: Buffer, name = 'a.png') {
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const path = await tus.begin(bytes.length, { 'sharry-file-name': encodeURIComponent(name) });
  await tus.patch(path, 0, bytes);
  const fileId = idOf(path);
  const { id: linkId } = await publishShare(ctx, { shareId: share.id, reuseId: false });
  const own = `/api/v2/sec/share/${share.id}/file/${fileId}`;
  const link = `/api/v2/open/share/${linkId}/file/${fileId}`;
  const get = (headers: Record<string, string> = {}, query = '') =>
    send(port, 'GET', link + query, { headers });
  const head = (headers: Record<string, string> = {}) => send(port, 'HEAD', link, { headers });
  return { ctx, share, auth, tus, fileId, linkId, own, link, get, head };
}

const guarded = {
  'content-security-policy':
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; media-src 'self'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
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

test('a part is exactly the bytes that were asked for', async () => {
  const bytes = someBytes(1_000_000);
  const { get } = await published(bytes);
  for (const [range, from, to] of [
    ['bytes=0-0', 0, 1],
    ['bytes=262143-262145', 262_143, 262_146],
    ['bytes=999999-', 999_999, 1_000_000],
    ['bytes=500000-', 500_000, 1_000_000],
    ['bytes=-3', 999_997, 1_000_000],
    ['bytes=10-99999999', 10, 1_000_000],
  ] as const) {
    const { status, headers, body } = await get({ range });
    expect([range, status, headers['content-range'], headers['content-length']]).toEqual([
      range,
      206,
      `bytes ${from}-${to - 1}/1000000`,
      String(to - from),
    ]);
    expect(body.equals(bytes.subarray(from, to))).toBe(true);
  }
  expect((await get({ range: 'bytes=0-1,5-6' })).status).toBe(200);
});

test('a part that there isn’t is refused with the size', async () => {
  const { get } = await published(someBytes(100));
  const reply = await get({ range: 'bytes=100-' });
  expect([reply.status, reply.headers['content-range'], reply.json().code]).toEqual([
    416,
    'bytes */100',
    'file.noSuchRange',
  ]);
});

test('a part is only given to who has the other part of the same file', async () => {
  const { get } = await published(someBytes(100));
  const { headers } = await get();
  const [etag, modified] = [String(headers.etag), String(headers['last-modified'])];
  const statusFor = async (ifRange: string) =>
    (await get({ range: 'bytes=0-9', 'if-range': ifRange })).status;
  expect(await statusFor(etag)).toBe(206);
  expect(await statusFor(modified)).toBe(206);
  expect(await statusFor(`W/${etag}`)).toBe(200);
  expect(await statusFor('"other"')).toBe(200);
  expect(await statusFor(new Date(0).toUTCString())).toBe(200);
});

test('who has the file already gets no bytes', async () => {
  const { get } = await published(someBytes(100));
  const { headers } = await get();
  const [etag, modified] = [String(headers.etag), String(headers['last-modified'])];
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const { status, body, headers } = await get({ 'if-none-match': tag, range: 'bytes=0-1' });
    expect([tag, status, body.length, headers.etag]).toEqual([tag, 304, 0, etag]);
  }
  expect((await get({ 'if-none-match': '"x"', 'if-modified-since': modified })).status).toBe(200);
  expect((await get({ 'if-modified-since': modified })).status).toBe(304);
  expect((await get({ 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200);
  expect((await get({ 'if-match': etag })).status).toBe(200);
  expect((await get({ 'if-unmodified-since': new Date(0).toUTCString() })).json().code).toBe('file.changed');
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

test('without the share’s password no byte, no name and no size leaves', async () => {
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

test('bytes that should be there and aren’t are a failure of ours, not a file that doesn’t exist', async () => {
  const { ctx, fileId, get } = await published(someBytes(10));
  await ctx.storage.remove(fileId);
  const reply = await get();
  expect([reply.status, reply.headers['retry-after']]).toEqual([503, '5']);
});

test('a disk that fails midway breaks the connection, so that nobody takes half for the whole', async () => {
  const { get } = await published(someBytes(2_000_000));
  faults.readFailsAfter = 600_000;
  await expect(get({ connection: 'keep-alive' })).rejects.toThrow(/aborted|hang up|ECONNRESET/);
  expect(faults.openReads).toBe(0);
});

test('a reader that goes away closes the file', async () => {
  const { link } = await published(someBytes(20_000_000));
  const { request } = open(port, 'GET', link);
  request.end();
  const [response] = await once(request, 'response');
  await once(response, 'data');
  response.pause();
  expect(faults.openReads).toBe(1);
  response.on('error', () => undefined);
  request.destroy();
  await expect.poll(() => faults.openReads).toBe(0);
});
