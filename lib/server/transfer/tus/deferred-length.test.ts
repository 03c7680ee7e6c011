import { once } from 'node:events';
import { expect, test } from 'vitest';
import { send, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

const { port } = await startTransfer();

/** An upload of deferred length in a new share, and the ways to send to it. */
async function recording() {
  const all = await uploading(port);
  const { tus } = all;
  const headers = { ...tus.tus, 'upload-defer-length': '1', 'sharry-file-name': 'talk.webm' };
  const reply = await send(port, 'POST', tus.base, { headers });
  expect(reply.status).toBe(201);
  const path = new URL(String(reply.headers.location), 'http://any').pathname;
  const shareBytes = async () => {
    const share = await all.ctx.db.share.findUniqueOrThrow({ where: { id: all.share.id } });
    return Number(share.sizeBytes);
  };
  return { ...all, path, shareBytes };
}

test('a recording is sent in pieces, resumed, and whole once its length is declared with the last piece', async () => {
  const { tus, path, rowOf, download } = await recording();
  const bytes = someBytes(700_000);
  expect((await tus.patch(path, 0, bytes.subarray(0, 300_000))).headers['upload-offset']).toBe('300000');
  const { headers } = await tus.head(path);
  expect(headers).toMatchObject({ 'upload-offset': '300000', 'upload-defer-length': '1' });
  expect(headers['upload-length']).toBeUndefined();
  expect((await rowOf(path)).state).toBe('incoming');
  const last = await tus.patch(path, 300_000, bytes.subarray(300_000), { 'upload-length': bytes.length });
  expect([last.status, last.headers['upload-offset']]).toEqual([204, '700000']);
  expect((await tus.head(path)).headers).toMatchObject({
    'upload-offset': '700000',
    'upload-length': '700000',
  });
  expect((await rowOf(path)).state).toBe('complete');
  expect((await download(path)).equals(bytes)).toBe(true);
});

test.each([0, 5, 300_000])('an empty request may declare the length: %i bytes', async (count) => {
  const { tus, path, rowOf, download, shareBytes } = await recording();
  const bytes = someBytes(count);
  if (count > 0) await tus.patch(path, 0, bytes);
  expect((await rowOf(path)).state).toBe('incoming');
  expect((await tus.patch(path, count, Buffer.alloc(0), { 'upload-length': count })).status).toBe(204);
  expect((await rowOf(path)).state).toBe('complete');
  expect((await download(path)).equals(bytes)).toBe(true);
  expect(await shareBytes()).toBe(count);
});

test.each([4_999, 5_001])('a file of 5,000 bytes takes no other length: %i', async (other) => {
  const { tus, rowOf } = await uploading(port);
  const path = await tus.begin(5_000);
  const bytes = someBytes(5_000);
  const refused = await tus.patch(path, 0, bytes.subarray(0, 4_999), { 'upload-length': other });
  expect([refused.status, refused.json().message]).toEqual([400, 'Upload-Length: is already 5000.']);
  expect(Number((await rowOf(path)).upload?.offsetBytes)).toBe(0);
  const same = await tus.patch(path, 0, bytes, { 'upload-length': 5_000 });
  expect([same.status, (await rowOf(path)).state]).toEqual([204, 'complete']);
  expect((await tus.patch(path, 5_000, Buffer.alloc(0), { 'upload-length': other })).status).toBe(400);
});

test('a recording takes no second length', async () => {
  const { tus, path } = await recording();
  expect((await tus.patch(path, 0, Buffer.alloc(0), { 'upload-length': 5 })).status).toBe(204);
  expect((await tus.patch(path, 0, Buffer.alloc(0), { 'upload-length': 6 })).status).toBe(400);
});

test('a body of unknown length has all the room of the share, and gives it back', async () => {
  const { ctx, tus, path, shareBytes } = await recording();
  const { request, reply } = tus.stream(path, 0, { 'transfer-encoding': 'chunked' });
  request.write(someBytes(100_000));
  await expect.poll(shareBytes).toBe(ctx.config.MAX_SIZE);
  request.end(someBytes(50_000));
  expect((await reply).headers['upload-offset']).toBe('150000');
  expect(await shareBytes()).toBe(150_001);
});

test('a sender who vanishes in the middle goes on where the server is', async () => {
  const { tus, path, rowOf, download } = await recording();
  const bytes = someBytes(200_000);
  const { request, reply } = tus.stream(path, 0, { 'transfer-encoding': 'chunked' });
  request.write(bytes.subarray(0, 120_000));
  await once(request, 'drain').catch(() => undefined);
  await expect
    .poll(async () => Number((await rowOf(path)).upload?.offsetBytes), { timeout: 20_000 })
    .toBe(120_000);
  request.destroy();
  await expect(reply).rejects.toThrow();
  await expect.poll(async () => (await tus.head(path)).headers['upload-offset']).toBe('120000');
  await tus.patch(path, 120_000, bytes.subarray(120_000), { 'upload-length': bytes.length });
  expect((await download(path)).equals(bytes)).toBe(true);
});

test('bytes come with the creation, too', async () => {
  const { tus, rowOf, download } = await recording();
  const bytes = someBytes(1_000);
  const headers = {
    ...tus.tus,
    'upload-defer-length': '1',
    'content-type': 'application/offset+octet-stream',
  };
  const created = await send(port, 'POST', tus.base, { headers, body: bytes });
  expect([created.status, created.headers['upload-offset']]).toEqual([201, '1000']);
  const path = new URL(String(created.headers.location), 'http://any').pathname;
  expect((await rowOf(path)).state).toBe('incoming');
  await tus.patch(path, 1_000, Buffer.alloc(0), { 'upload-length': 1_000 });
  expect((await download(path)).equals(bytes)).toBe(true);
});

test('limits hold while nobody knows the length: what is too much is refused, what has come stays', async () => {
  const { ctx, tus, path, rowOf } = await recording();
  const most = ctx.config.MAX_SIZE;
  await tus.patch(path, 0, someBytes(100));
  const other = await tus.create(most - 200);
  expect(other.status).toBe(201);
  expect((await tus.patch(path, 100, someBytes(500))).status).toBe(413);
  expect((await tus.patch(path, 100, Buffer.alloc(0), { 'upload-length': 5_000 })).json().code).toBe(
    'upload.tooLarge',
  );
  expect((await tus.head(path)).headers['upload-offset']).toBe('100');
  expect((await tus.patch(path, 100, someBytes(50), { 'upload-length': 150 })).status).toBe(204);
  expect((await rowOf(path)).state).toBe('complete');
});

test.each([
  ['less than has come', '50', 'tooSmall'],
  ['no number', 'much', 'wrongType'],
])('a declared length of %s is refused by name', async (_what, length, reason) => {
  const { tus, path } = await recording();
  await tus.patch(path, 0, someBytes(100));
  const reply = await tus.patch(path, 100, Buffer.alloc(0), { 'upload-length': length });
  expect([reply.status, reply.json()]).toMatchObject([400, { code: 'request.invalid' }]);
  expect(reply.json().message, reason).toContain('Upload-Length');
});

test('a server says that it takes them', async () => {
  const { tus } = await recording();
  const { headers } = await send(port, 'OPTIONS', tus.base, { headers: tus.tus });
  expect(String(headers['tus-extension']).split(',')).toContain('creation-defer-length');
});
