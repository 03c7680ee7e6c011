import { beforeAll, expect, test } from 'vitest';
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
  const { ctx, share, tus, rowOf } = await uploading(port);
  const create = (headers: Record<string, string>, body?: Buffer) =>
    send(port, 'POST', tus.base, {
      headers: { ...tus.tus, 'upload-length': 1000, ...headers, ...(body && type) },
      body,
    });
  const files = () => ctx.db.file.count({ where: { shareId: share.id } });
  return { tus, rowOf, create, files };
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

test('another key, another file or another share is another creation', async () => {
  const { create, files } = await setUp();
  for (const headers of [
    keyed('a'),
    keyed('b'),
    keyed('a', 'b.bin'),
    { ...keyed('a'), 'upload-length': '9' },
  ])
    expect((await create(headers)).status).toBe(201);
  expect(await files()).toBe(4);
  const other = await setUp();
  expect((await other.create(keyed('a'))).status).toBe(201);
  expect(await other.files()).toBe(1);
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
