import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hashFiles } from '@/lib/server/jobs/bytes';
import { faults } from '@/testing/network/faulty-storage';
import { flakyDatabase } from '@/testing/service/flaky-database';
import { filePart, formOf, formType } from '@/testing/service/form';
import {
  idOf,
  open,
  send,
  sha256,
  someBytes,
  startTransfer,
  tusClient,
  uploader,
} from '@/testing/service/transfer';
import { crc32Hex } from '../receive/digests';

vi.mock('@/lib/server/storage/disk/disk-storage', async (original) =>
  (await import('@/testing/network/faulty-storage')).faultyDisk(original),
);

let port: number;
let database: Awaited<ReturnType<typeof flakyDatabase>>;
beforeAll(async () => {
  database = await flakyDatabase();
  port = (await startTransfer()).port;
});
afterAll(() => database.remove());

test('while the database is away every call answers 503, and nobody is signed out or told that nothing is there', async () => {
  const { share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const path = await tus.begin(10);
  await database.cut();
  const replies = await Promise.all([
    tus.create(1),
    tus.head(path),
    tus.patch(path, 0, someBytes(10)),
    tus.remove(path),
    send(port, 'GET', `/api/v2/sec/share/${share.id}/file/${idOf(path)}`, { headers: auth }),
    send(port, 'GET', '/api/v2/open/share/some/file/some'),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([503, 503, 503, 503, 503, 503]);
  expect(replies.every(({ headers }) => headers['retry-after'] === '5')).toBe(true);
  await database.mend();
  expect((await tus.head(path)).headers['upload-offset']).toBe('0');
});

test('an outage while a form comes in is 503, and nothing of the form is ever there', async () => {
  const { ctx, share, auth } = await uploader();
  const form = formOf(filePart('a', someBytes(300_000)));
  const headers = { ...auth, ...formType, 'content-length': form.length };
  for (const path of ['/api/v2/sec/upload', `/api/v2/sec/upload/${share.id}/files/add`]) {
    faults.opened = [];
    const { request, reply } = open(port, 'POST', path, headers);
    request.write(form.subarray(0, 200_000));
    await expect.poll(() => faults.opened.length).toBe(1);
    await database.cut();
    request.end(form.subarray(200_000));
    expect((await reply).status).toBe(503);
    await database.mend();
  }
  expect(await ctx.db.share.count({ where: { ownerId: ctx.viewer.id } })).toBe(1);
  expect(await ctx.db.file.count({ where: { shareId: share.id } })).toBe(0);
});

test('an outage in the middle of an upload that is over before its end does no harm', async () => {
  const bytes = someBytes(500_000);
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const path = await tus.begin(bytes.length);
  const { request, reply } = tus.stream(path, 0, { 'content-length': bytes.length });
  request.write(bytes.subarray(0, 200_000));
  const row = () => ctx.db.upload.findUnique({ where: { fileId: idOf(path) } });
  await expect.poll(row, { timeout: 8_000 }).toMatchObject({ offsetBytes: 200_000n });
  await database.cut();
  request.write(bytes.subarray(200_000, 400_000));
  await new Promise((resolve) => setImmediate(resolve));
  await database.mend();
  request.end(bytes.subarray(400_000));
  expect((await reply).status).toBe(204);
  const file = await ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) } });
  expect(file).toMatchObject({ state: 'complete', sha256: sha256(bytes) });
});

test('an outage at the end of a request is 503, and the client goes on from what was committed', async () => {
  const bytes = someBytes(500_000);
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const path = await tus.begin(bytes.length);
  const { request, reply } = tus.stream(path, 0, { 'content-length': 400_000 });
  request.write(bytes.subarray(0, 200_000));
  const row = () => ctx.db.upload.findUnique({ where: { fileId: idOf(path) } });
  await expect.poll(row, { timeout: 8_000 }).toMatchObject({ offsetBytes: 200_000n });
  await database.cut();
  request.end(bytes.subarray(200_000, 400_000));
  expect((await reply).status).toBe(503);
  await database.mend();

  const offset = Number((await tus.head(path)).headers['upload-offset']);
  expect(offset).toBe(200_000);
  expect((await tus.patch(path, offset, bytes.subarray(offset))).status).toBe(204);
  await hashFiles(ctx);
  const file = await ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) } });
  expect(file).toMatchObject({ state: 'complete', sha256: sha256(bytes), crc32: crc32Hex(crc32(bytes)) });
});
