import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { hex32 } from '@/lib/server/dataplane/upload/digests';
import { idOf, open, send, sha256, someBytes, startDoor, tusClient, uploader } from '@/test/dataplane';

let port: number;
beforeAll(async () => {
  port = (await startDoor()).port;
});

async function setUp() {
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const rowOf = (path: string) =>
    ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) }, include: { upload: true } });
  const download = async (path: string) => {
    const url = `/api/v2/sec/share/${share.id}/file/${idOf(path)}`;
    return (await send(port, 'GET', url, { headers: auth })).body;
  };
  return { ctx, share, auth, tus, rowOf, download };
}

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
    crc32: hex32(crc32(bytes)),
    upload: null,
  });
  expect((await download(path)).equals(bytes)).toBe(true);
});

test('creation answers with an absolute address from BASE_URL, whatever Host says, and with the end of patience', async () => {
  const { tus, share } = await setUp();
  const { status, headers, body } = await tus.create(5, {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
  });
  expect(status).toBe(201);
  expect(headers.location).toMatch(
    new RegExp(`^http://localhost:3000/api/v2/sec/upload/${share.id}/files/tus/[1-9A-Za-z]{32}$`),
  );
  expect(Date.parse(String(headers['upload-expires']))).toBeGreaterThan(Date.now() + 47 * 3600_000);
  expect(body.length).toBe(0);
});

test('an empty file is complete once it is created, and can be downloaded', async () => {
  const { tus, rowOf, share, auth } = await setUp();
  const path = await tus.begin(0, { 'sharry-file-name': 'empty.txt' });
  expect(await rowOf(path)).toMatchObject({
    state: 'complete',
    sha256: sha256(Buffer.of()),
    crc32: '00000000',
  });
  const answer = await send(port, 'GET', `/api/v2/sec/share/${share.id}/file/${idOf(path)}`, {
    headers: auth,
  });
  expect([answer.status, answer.headers['content-length'], answer.body.length]).toEqual([200, '0', 0]);
  expect((await tus.head(path)).headers).toMatchObject({ 'upload-offset': '0', 'upload-length': '0' });
  expect((await tus.patch(path, 0, Buffer.of())).status).toBe(204);
});

test('a file can come along with its creation', async () => {
  const { tus, rowOf, auth } = await setUp();
  const bytes = someBytes(1000);
  const { status, headers } = await send(port, 'POST', tus.base, {
    headers: { ...tus.tus, 'upload-length': 1000, 'content-type': 'application/offset+octet-stream' },
    body: bytes,
  });
  expect([status, headers['upload-offset']]).toEqual([201, '1000']);
  expect(await rowOf(String(headers.location))).toMatchObject({ state: 'complete', sha256: sha256(bytes) });
  expect(auth).toBeDefined();
});

test('an empty file whose creation brings its nothing along stays', async () => {
  const { tus, rowOf } = await setUp();
  const headers = { 'content-type': 'application/offset+octet-stream', 'content-length': 0 };
  const path = await tus.begin(0, headers);
  expect(await rowOf(path)).toMatchObject({ state: 'complete' });
});

test('a creation that brings more than it announces leaves nothing behind', async () => {
  const { tus, ctx, share } = await setUp();
  const { request, reply } = open(port, 'POST', tus.base, {
    ...tus.tus,
    'upload-length': 10,
    'content-type': 'application/offset+octet-stream',
    'transfer-encoding': 'chunked',
  });
  request.end(someBytes(11));
  expect((await reply).status).toBe(413);
  expect(await ctx.db.file.count({ where: { shareId: share.id } })).toBe(0);
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
    'tus-extension': 'creation,creation-with-upload,termination,expiration',
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

test('our own headers win over those of tus', async () => {
  const { tus, rowOf } = await setUp();
  const path = await tus.begin(99, {
    'sharry-file-length': '3',
    'sharry-file-name': encodeURIComponent('Grüße.txt'),
    'sharry-file-type': 'application/pdf',
    'upload-metadata': `filename ${btoa('other.bin')},filetype ${btoa('image/png')}`,
  });
  expect(await rowOf(path)).toMatchObject({ sizeBytes: 3n, name: 'Grüße.txt', mimeType: 'application/pdf' });
});

test('two files of one name in one folder are both kept', async () => {
  const { tus, rowOf } = await setUp();
  const name = { 'sharry-file-name': 'same.txt' };
  const paths = [await tus.begin(1, name), await tus.begin(1, name)];
  expect(await Promise.all(paths.map(async (path) => (await rowOf(path)).name))).toEqual([
    'same.txt',
    'same.txt',
  ]);
});

test.each([
  ['no version', { 'tus-resumable': undefined }, 412, 'upload.version'],
  ['another version', { 'tus-resumable': '0.2.2' }, 412, 'upload.version'],
  ['no length', { 'upload-length': undefined }, 400, 'upload.lengthMissing'],
  ['a negative length', { 'upload-length': '-1' }, 400, 'upload.lengthInvalid'],
  ['a length that is no number', { 'upload-length': 'NaN' }, 400, 'upload.lengthInvalid'],
  ['a broken length', { 'upload-length': '1.5' }, 400, 'upload.lengthInvalid'],
  ['a length in another notation', { 'upload-length': '1e3' }, 400, 'upload.lengthInvalid'],
  ['a length beyond counting', { 'upload-length': '99999999999999999999' }, 400, 'upload.lengthInvalid'],
  ['a negative own length', { 'sharry-file-length': '-5' }, 400, 'upload.lengthInvalid'],
  ['a length to follow later', { 'upload-defer-length': '1' }, 400, 'request.invalid'],
  ['a part of a concatenation', { 'upload-concat': 'partial' }, 400, 'request.invalid'],
  ['garbled metadata', { 'upload-metadata': 'filename !!!' }, 400, 'upload.metadataInvalid'],
  ['more than a share may hold', { 'upload-length': String(2 ** 40) }, 413, 'upload.tooLarge'],
])('creation with %s is refused', async (_what, headers, status, code) => {
  const { tus, ctx, share } = await setUp();
  const given = Object.entries({ ...tus.tus, 'upload-length': '5', ...headers });
  const reply = await send(port, 'POST', tus.base, {
    headers: Object.fromEntries(given.filter(([, value]) => value !== undefined)),
  });
  expect([reply.status, reply.json().code]).toEqual([status, code]);
  expect(reply.json().success).toBe(false);
  if (status === 412) expect(reply.headers['tus-version']).toBe('1.0.0');
  if (status === 413) expect(reply.headers['tus-max-size']).toBe(String(ctx.config.MAX_SIZE));
  expect(await ctx.db.file.count({ where: { shareId: share.id } })).toBe(0);
});

test.each([
  ['no offset', { 'upload-offset': undefined }, 400, 'upload.offsetMissing'],
  ['a negative offset', { 'upload-offset': '-1' }, 400, 'request.invalid'],
  ['an offset ahead', { 'upload-offset': '3' }, 409, 'upload.wrongOffset'],
  ['an offset behind', { 'upload-offset': '0' }, 409, 'upload.wrongOffset'],
  ['another content type', { 'content-type': 'application/octet-stream' }, 415, 'upload.contentType'],
  ['no version', { 'tus-resumable': undefined }, 412, 'upload.version'],
  ['more bytes than announced', { 'content-length': '9' }, 413, 'upload.surplus'],
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
  const path = await tus.begin(600_000);
  const { request, reply } = tus.stream(path, 0, { 'transfer-encoding': 'chunked' });
  request.write(someBytes(600_000));
  request.end(someBytes(1));
  expect((await reply).json().code).toBe('upload.surplus');
  const { state, upload } = await rowOf(path);
  expect(state).toBe('incoming');
  expect(Number(upload?.offsetBytes)).toBeLessThan(600_000);
});

test('a body of unknown length that keeps to the announcement completes the file', async () => {
  const { tus, rowOf, download } = await setUp();
  const bytes = someBytes(600_000);
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

test('DELETE takes an upload back, half or whole, and its place in the share is free again', async () => {
  const { tus, ctx, share } = await setUp();
  const half = await tus.begin(4);
  const whole = await tus.begin(1);
  await tus.patch(half, 0, Buffer.from('12'));
  await tus.patch(whole, 0, Buffer.from('1'));
  expect([(await tus.remove(half)).status, (await tus.remove(whole)).status]).toEqual([204, 204]);
  expect([(await tus.remove(half)).status, (await tus.head(half)).status]).toEqual([404, 404]);
  expect(await ctx.db.file.count({ where: { shareId: share.id } })).toBe(0);
  expect(await ctx.db.removal.count({ where: { fileId: { in: [idOf(half), idOf(whole)] } } })).toBe(2);
});

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

test('of twelve files announced at once exactly those get in that fit together', async () => {
  const { tus, ctx, share } = await setUp();
  const quarter = ctx.config.MAX_SIZE / 4;
  const replies = await Promise.all(Array.from({ length: 12 }, () => tus.create(quarter)));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(4);
  const refused = replies.find(({ status }) => status === 413);
  expect(refused?.json().message).toContain('1.50G');
  expect(refused?.headers['tus-max-size']).toBe(String(ctx.config.MAX_SIZE));
  const { _sum } = await ctx.db.file.aggregate({ where: { shareId: share.id }, _sum: { sizeBytes: true } });
  expect(Number(_sum.sizeBytes)).toBe(ctx.config.MAX_SIZE);
});

test('a refusal speaks the caller’s language', async () => {
  const { tus } = await setUp();
  const { body } = await tus.create(-1, { 'accept-language': 'de' });
  expect(String(body)).toContain('Upload-Length: muss');
});
