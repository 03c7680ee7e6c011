import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { idOf, open, send, sha256, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});
const setUp = () => uploading(port);

test.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['LOCALHOST:3000', 'http://localhost:3000'],
  ['localhost', ''],
  ['files.lan:3000', ''],
  ['evil.example', ''],
  ['[', ''],
])(
  'creation answers with an address from BASE_URL, or with a path, whatever Host says (%s: %j)',
  async (host, origin) => {
    const { tus, share } = await setUp();
    const { status, headers, body } = await tus.create(5, { host, 'x-forwarded-host': 'evil.example' });
    expect(status).toBe(201);
    const [before, id] = String(headers.location).split(`/api/v2/sec/upload/${share.id}/files/tus/`);
    expect([before, id]).toEqual([origin, expect.stringMatching(/^[1-9A-Za-z]{32}$/)]);
    expect(Date.parse(String(headers['upload-expires']))).toBeGreaterThan(Date.now() + 47 * 3600_000);
    expect(body.length).toBe(0);
  },
);

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

test.each([
  'application/offset+octet-stream',
  'application/offset+octet-stream; charset=utf-8',
  'Application/Offset+Octet-Stream ;q=1',
])('a file can come along with its creation, and go on, as %s', async (type) => {
  const { tus, rowOf, auth } = await setUp();
  const bytes = someBytes(1000);
  const begun = await tus.begin(1000);
  expect((await tus.patch(begun, 0, bytes, { 'content-type': type })).status).toBe(204);
  const { status, headers } = await send(port, 'POST', tus.base, {
    headers: { ...tus.tus, 'upload-length': 1000, 'content-type': type },
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

test('a creation that brings more than it declares leaves nothing behind', async () => {
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
  ['a length and one to follow later', { 'upload-defer-length': '1' }, 400, 'request.invalid'],
  [
    'a length to follow some time',
    { 'upload-length': undefined, 'upload-defer-length': '2' },
    400,
    'request.invalid',
  ],
  ['another kind of concatenation', { 'upload-concat': 'both' }, 400, 'request.invalid'],
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

test('exactly as many of twelve concurrent uploads are accepted as fit together', async () => {
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

test('a folder of a hundred files sent at once gets in whole', async () => {
  const { tus } = await setUp();
  const replies = await Promise.all(Array.from({ length: 100 }, () => tus.create(1)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
});

test('a refusal speaks the caller’s language', async () => {
  const { tus } = await setUp();
  const { body } = await tus.create(-1, { 'accept-language': 'de' });
  expect(String(body)).toContain('Upload-Length: muss');
});

test('a file removed while it arrives with its creation is not begun again by the rest of its bytes', async () => {
  const { tus, ctx, share } = await setUp();
  const bytes = someBytes(3 * 2 ** 20);
  await tus.begin(0); // who has called before is remembered
  const headers = {
    ...tus.tus,
    'upload-length': bytes.length,
    'content-type': 'application/offset+octet-stream',
  };
  const { request, reply } = open(port, 'POST', tus.base, { ...headers, 'content-length': bytes.length });
  const where = { shareId: share.id, sizeBytes: bytes.length };
  request.write(bytes.subarray(0, 2 ** 21));
  await expect.poll(() => ctx.db.file.count({ where })).toBe(1);
  await ctx.db.file.deleteMany({ where });
  const chunk = bytes.subarray(2 ** 21);
  for (let sent = 0; sent < 10; sent++) {
    request.write(chunk.subarray((sent * chunk.length) / 16, ((sent + 1) * chunk.length) / 16));
    await sleep(200);
  }
  request.end(chunk.subarray((10 * chunk.length) / 16));
  expect((await reply).status).toBe(404);
  expect(await ctx.db.file.count({ where })).toBe(0);
});
