import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { removeBytes } from '@/lib/server/jobs/bytes';
import { idOf, send, sha256, someBytes, startTransfer, uploading } from '@/testing/service/transfer';
import { crc32Hex } from '../receive/digests';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});
const setUp = () => uploading(port);

test('a file sent in three parts arrives whole, with its checksums', async () => {
  const { tus, rowOf, download } = await setUp();
  const bytes = someBytes(700_001);
  const path = await tus.begin(bytes.length, { 'sharry-file-name': 'a.bin' });

  const cuts = [0, 300_000, 300_001, 700_001];
  for (const [i, to] of cuts.slice(1).entries()) {
    const from = cuts[i] ?? 0;
    const { status, headers } = await tus.patch(path, from, bytes.subarray(from, to));
    expect([status, headers['upload-offset']]).toEqual([204, String(to)]);
  }

  expect(await rowOf(path)).toMatchObject({
    name: 'a.bin',
    state: 'complete',
    storedBytes: 700_001n,
    sha256: sha256(bytes),
    crc32: crc32Hex(crc32(bytes)),
    upload: null,
  });
  expect((await download(path)).equals(bytes)).toBe(true);
});

test('HEAD tells how far an upload is, what it is and how much may come', async () => {
  const { tus, ctx } = await setUp();
  const path = await tus.begin(10, {
    'upload-metadata': `filename ${btoa('a.txt')},relativePath ${btoa('x/a.txt')}`,
  });
  await tus.patch(path, 0, Buffer.from('1234'));
  const { status, headers } = await tus.head(path);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'upload-offset': '4',
    'upload-length': '10',
    'slipway-crc32': crc32Hex(crc32('1234')),
    'cache-control': 'no-store',
    'tus-resumable': '1.0.0',
    'tus-max-size': String(ctx.config.MAX_SIZE),
    'upload-metadata': `filename ${btoa('a.txt')},filetype ${btoa('text/plain')},relativePath ${btoa('x/a.txt')}`,
  });
  expect(headers['upload-expires']).toBeDefined();
});

test('OPTIONS tells what the server can, and nothing to pages of other sites', async () => {
  const { tus, ctx, auth } = await setUp();
  const headers = { ...auth, origin: 'https://evil.example', 'access-control-request-method': 'PATCH' };
  const answer = await send(port, 'OPTIONS', tus.base, { headers });
  expect(answer.status).toBe(204);
  expect(answer.headers).toMatchObject({
    'tus-resumable': '1.0.0',
    'tus-version': '1.0.0',
    'tus-extension':
      'creation,creation-with-upload,creation-defer-length,termination,expiration,checksum,concatenation',
    'tus-checksum-algorithm': 'sha1,sha256,md5,crc32',
    'tus-max-size': String(ctx.config.MAX_SIZE),
  });
  const created = await tus.create(1, { origin: 'https://evil.example' });
  for (const reply of [answer, created]) {
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('a client without PATCH sends POST to the file', async () => {
  const { tus, rowOf } = await setUp();
  const path = await tus.begin(4);
  const { status } = await send(port, 'POST', path, {
    headers: { ...tus.tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': 0 },
    body: Buffer.from('1234'),
  });
  expect(status).toBe(204);
  expect((await rowOf(path)).state).toBe('complete');
});

test('DELETE takes an upload back, half or whole, and its place in the share is free again', async () => {
  const { tus, ctx, share } = await setUp();
  const half = await tus.begin(4);
  const whole = await tus.begin(1);
  await tus.patch(half, 0, Buffer.from('12'));
  await tus.patch(whole, 0, Buffer.from('1'));
  expect([(await tus.remove(half)).status, (await tus.remove(whole)).status]).toEqual([204, 204]);
  expect([(await tus.remove(half)).status, (await tus.head(half)).status]).toEqual([404, 404]);
  expect(await ctx.db.file.count({ where: { shareId: share.id } })).toBe(0);
  await removeBytes(ctx);
  const bytesLeft = () => ctx.db.removal.count({ where: { fileId: { in: [idOf(half), idOf(whole)] } } });
  await expect.poll(bytesLeft).toBe(0);
  await expect(ctx.storage.openWriter(idOf(half), 2, 4)).rejects.toThrow('server.unavailable');
});

test.each(['x', '-1', '1e3', ''])(
  'an offset that is none (%s) is nobody’s business but a writer’s, and every answer ends',
  async (offset) => {
    const { tus } = await setUp();
    const path = await tus.begin(4);
    const headers = { ...tus.tus, 'upload-offset': offset };
    for (const [method, status] of [
      ['HEAD', 200],
      ['OPTIONS', 204],
      ['DELETE', 204],
    ] as const) {
      expect([method, (await send(port, method, path, { headers })).status]).toEqual([method, status]);
    }
  },
);

test('an upload whose time is over is gone', async () => {
  const { tus, ctx } = await setUp();
  const path = await tus.begin(4);
  await ctx.db.upload.update({
    where: { fileId: idOf(path) },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  expect((await tus.head(path)).status).toBe(410);
  expect((await tus.patch(path, 0, Buffer.from('1234'))).json().code).toBe('upload.expired');
});

test.each([
  ['no offset', { 'upload-offset': undefined }, 400, 'upload.offsetMissing'],
  ['a negative offset', { 'upload-offset': '-1' }, 400, 'request.invalid'],
  ['an offset ahead', { 'upload-offset': '3' }, 409, 'upload.wrongOffset'],
  ['an offset behind', { 'upload-offset': '0' }, 409, 'upload.wrongOffset'],
  ['another content type', { 'content-type': 'application/octet-stream' }, 415, 'upload.contentType'],
  ['no version', { 'tus-resumable': undefined }, 412, 'upload.version'],
  ['more bytes than declared', { 'content-length': '9' }, 413, 'upload.surplus'],
])('a PATCH with %s is refused and changes nothing', async (_what, headers, status, code) => {
  const { tus, rowOf } = await setUp();
  const path = await tus.begin(10);
  await tus.patch(path, 0, Buffer.from('12'));
  const all = Object.entries({
    ...tus.tus,
    'content-type': 'application/offset+octet-stream',
    'upload-offset': '2',
    'content-length': '8',
    ...headers,
  }).filter(([, value]) => value !== undefined);
  const body = Buffer.alloc(Number(Object.fromEntries(all)['content-length']), 'x');
  const reply = await send(port, 'PATCH', path, { headers: Object.fromEntries(all), body });
  expect([reply.status, reply.json().code]).toEqual([status, code]);
  expect((await rowOf(path)).upload?.offsetBytes).toBe(2n);
});

test('surplus bytes in a body of unknown length are refused, and the file is neither complete nor longer', async () => {
  const { tus, rowOf } = await setUp();
  const path = await tus.begin(2_400_000);
  const { request, reply } = tus.stream(path, 0, { 'transfer-encoding': 'chunked' });
  request.write(someBytes(2_400_000));
  // Long enough for a checkpoint, which must not count the last bytes yet.
  const offset = async () => Number((await rowOf(path)).upload?.offsetBytes);
  await expect.poll(offset, { timeout: 8_000 }).toBeGreaterThan(0);
  request.end(someBytes(1));
  expect((await reply).json().code).toBe('upload.surplus');
  const { state, upload } = await rowOf(path);
  expect(state).toBe('incoming');
  expect(Number(upload?.offsetBytes)).toBeLessThan(2_400_000);
});

test('a body of unknown length that keeps to the declared length completes the file', async () => {
  const { tus, rowOf, download } = await setUp();
  const bytes = someBytes(2_400_000);
  const path = await tus.begin(bytes.length);
  const { request, reply } = tus.stream(path, 0, { 'transfer-encoding': 'chunked' });
  request.end(bytes);
  expect((await reply).status).toBe(204);
  expect((await rowOf(path)).sha256).toBe(sha256(bytes));
  expect((await download(path)).equals(bytes)).toBe(true);
});

test('a complete file never changes', async () => {
  const { tus, download } = await setUp();
  const path = await tus.begin(4);
  await tus.patch(path, 0, Buffer.from('good'));
  const again = await tus.patch(path, 0, Buffer.from('evil'));
  const more = await tus.patch(path, 4, Buffer.from('!'));
  expect([again.json().code, more.json().code]).toEqual(['upload.wrongOffset', 'upload.complete']);
  expect([again.status, more.status]).toEqual([409, 403]);
  expect((await tus.patch(path, 4, Buffer.of())).status).toBe(204);
  expect(String(await download(path))).toBe('good');
});
