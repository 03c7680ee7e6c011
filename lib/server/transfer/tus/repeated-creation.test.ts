import { beforeAll, expect, test } from 'vitest';
import { fileCreationKey } from '@/lib/server/services/upload/creation-key';
import { open, send, sha256, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const type = { 'content-type': 'application/offset+octet-stream' };
const keyed = (key: string, name = 'a.bin') => ({
  'idempotency-key': key.repeat(40),
  'upload-metadata': `filename ${btoa(name)}`,
});

async function setUp() {
  const { ctx, share, auth, tus, rowOf } = await uploading(port);
  const create = (headers: Record<string, string>, body?: Buffer) =>
    send(port, 'POST', tus.base, {
      headers: { ...tus.tus, 'upload-length': 1000, ...headers, ...(body && type) },
      body,
    });
  const files = () => ctx.db.file.count({ where: { shareId: share.id } });
  return { ctx, share, auth, tus, rowOf, create, files };
}

test('a file whose creation is sent again arrives once, with or without its bytes', async () => {
  const { create, files, tus } = await setUp();
  const bytes = someBytes(1000);
  const [first, again] = [await create(keyed('a'), bytes), await create(keyed('a'), bytes)];
  expect(again).toMatchObject({ status: 201, headers: { location: first.headers.location } });
  expect(again.headers['upload-offset']).toBe('1000');

  const [begun, asked] = [await create(keyed('b')), await create(keyed('b'))];
  expect(asked.headers.location).toBe(begun.headers.location);
  const path = new URL(String(asked.headers.location), 'http://any').pathname;
  expect((await tus.patch(path, 0, bytes)).status).toBe(204);
  expect(await files()).toBe(2);
});

test('another key or another share is another creation', async () => {
  const { create, files } = await setUp();
  for (const headers of [keyed('a'), keyed('b')]) expect((await create(headers)).status).toBe(201);
  expect(await files()).toBe(2);
  const other = await setUp();
  expect((await other.create(keyed('a'))).status).toBe(201);
  expect(await other.files()).toBe(1);
});

test.each([
  ['another name', { ...keyed('a', 'b.bin') }],
  ['another folder', { ...keyed('a'), 'upload-metadata': `relativePath ${btoa('there/a.bin')}` }],
  ['another size', { ...keyed('a'), 'upload-length': '9' }],
])('the key of a file is refused for one of %s, which is said', async (_what, headers) => {
  const { create, files } = await setUp();
  await create(keyed('a'));
  const { status, body } = await create(headers);
  expect(status).toBe(400);
  expect(JSON.parse(body.toString()).message).toBe(
    'Idempotency-Key: was already used for something else. Use a new one.',
  );
  expect(await files()).toBe(1);
});

test('a creation is found by its key, begun on another node or before a restart', async () => {
  const { ctx, share, create, tus } = await setUp();
  const id = ctx.newId();
  const file = { id, shareId: share.id, name: 'a.bin', sizeBytes: 1000n, mimeType: 'x/y' };
  const upload = { create: { offsetBytes: 400n, expiresAt: new Date(Date.now() + 60_000) } };
  await ctx.db.file.create({ data: { ...file, creationKey: fileCreationKey('a'.repeat(40)), upload } });
  const { headers } = await create(keyed('a'));
  expect(headers.location).toMatch(new RegExp(`/files/tus/${id}$`));
  expect((await tus.head(`${tus.base}/${id}`)).headers['upload-offset']).toBe('400');
});

test('many creations with the same key make one file', async () => {
  const { create, files } = await setUp();
  const bytes = someBytes(1000);
  const keys = ['a', 'a', 'b', 'a', 'b', 'a'];
  const answers = await Promise.all(keys.map((key) => create(keyed(key), bytes)));
  expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 201));
  expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(2);
  expect(await files()).toBe(2);
});

test('a key may also be in the metadata, and one that can’t be a key there means something else', async () => {
  const { create, files } = await setUp();
  const metadata = (key: string) => ({
    'upload-metadata': `filename ${btoa('a.bin')},key ${btoa(key)}`,
  });
  for (const key of ['k'.repeat(40), 'k'.repeat(40)]) await create(metadata(key));
  expect(await files()).toBe(1);
  for (const key of ['short', 'short']) expect((await create(metadata(key))).status).toBe(201);
  expect(await files()).toBe(3);
});

test('a key that could be guessed is refused by name', async () => {
  const { create, files } = await setUp();
  const { status, body } = await create({ 'idempotency-key': 'order-17' });
  expect([status, JSON.parse(body.toString()).message]).toEqual([
    400,
    'Idempotency-Key: must have at least 32 characters.',
  ]);
  expect(await files()).toBe(0);
});

test('an account that is full finds by its key what has filled it', async () => {
  const { ctx, create, files } = await setUp();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { maxBytes: 1000, maxFiles: 1 } });
  const bytes = someBytes(1000);
  const [first, again] = [await create(keyed('a'), bytes), await create(keyed('a'), bytes)];
  expect([again.status, again.headers.location]).toEqual([201, first.headers.location]);
  expect(await files()).toBe(1);
});

test('a creation that breaks off after it was sent again stays for the second', async () => {
  const { create, files, tus, rowOf } = await setUp();
  const bytes = someBytes(1000);
  const first = open(port, 'POST', tus.base, {
    ...tus.tus,
    ...type,
    ...keyed('a'),
    'upload-length': 1000,
    'content-length': 1000,
  });
  first.request.write(bytes.subarray(0, 400));
  await expect.poll(files).toBe(1);
  const again = await create(keyed('a'));
  const path = new URL(String(again.headers.location), 'http://any').pathname;
  first.request.destroy();
  const offset = Number((await tus.head(path)).headers['upload-offset']);
  expect((await tus.patch(path, offset, bytes.subarray(offset))).status).toBe(204);
  expect(await rowOf(path)).toMatchObject({ state: 'complete', sha256: sha256(bytes) });
});

test('after a creation that was refused, the same key begins anew', async () => {
  const { create, files } = await setUp();
  expect((await create(keyed('a'), someBytes(1001))).status).toBe(413);
  expect(await files()).toBe(0);
  expect((await create(keyed('a'), someBytes(1000))).status).toBe(201);
  expect(await files()).toBe(1);
});

test('a creation that breaks off is there for the same key, with what has arrived', async () => {
  const { create, files, tus, rowOf } = await setUp();
  const bytes = someBytes(1000);
  const length = { 'upload-length': 1000, 'content-length': 1000 };
  const first = open(port, 'POST', tus.base, { ...tus.tus, ...type, ...keyed('a'), ...length });
  first.request.write(bytes.subarray(0, 400));
  await expect.poll(files).toBe(1);
  first.request.destroy();
  const again = await create(keyed('a'));
  const path = new URL(String(again.headers.location), 'http://any').pathname;
  const offset = Number((await tus.head(path)).headers['upload-offset']);
  expect((await tus.patch(path, offset, bytes.subarray(offset))).status).toBe(204);
  expect([await files(), (await rowOf(path)).sha256]).toEqual([1, sha256(bytes)]);
});
