import { once } from 'node:events';
import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { hashFiles } from '@/lib/server/jobs/bytes';
import { begunUpload, idOf, sha256, someBytes, startTransfer } from '@/testing/service/transfer';
import { crc32Hex, resumeDigests } from '../receive/digests';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

async function setUp(length: number) {
  const upload = await begunUpload(port, length);
  const { ctx, tus, path } = upload;
  const offset = async () => Number((await tus.head(path)).headers['upload-offset']);
  /** The row's own offset, asked for until it is this: what a killed process would find. */
  const committed = (wanted: number) =>
    expect
      .poll(() => ctx.db.upload.findUnique({ where: { fileId: idOf(path) } }), { timeout: 8_000 })
      .toMatchObject({ offsetBytes: BigInt(wanted) });
  return { ...upload, offset, committed };
}

test('after a cut in the middle everything that arrived is kept, and the rest completes the file', async () => {
  const bytes = someBytes(3_000_000);
  const { tus, path, offset, committed, file, download } = await setUp(bytes.length);
  await tus.patch(path, 0, bytes.subarray(0, 500_000));

  const { request, reply } = tus.stream(path, 500_000, { 'content-length': 2_500_000 });
  request.write(bytes.subarray(500_000, 1_700_000));
  await committed(1_700_000); // a checkpoint saw it all
  request.destroy();
  await expect(reply).rejects.toThrow();

  expect(await offset()).toBe(1_700_000);
  await tus.patch(path, 1_700_000, bytes.subarray(1_700_000));
  expect(await file()).toMatchObject({
    state: 'complete',
    sha256: sha256(bytes),
    crc32: crc32Hex(crc32(bytes)),
  });
  expect((await download()).equals(bytes)).toBe(true);
});

test('a cut right after sending keeps what arrived', async () => {
  const bytes = someBytes(100_000);
  const { tus, path, offset, committed } = await setUp(200_000);
  const { request } = tus.stream(path, 0, { 'content-length': 200_000 });
  request.write(bytes);
  await once(request, 'socket');
  await expect.poll(() => request.socket?.bytesWritten ?? 0).toBeGreaterThan(100_000);
  request.socket?.end(); // nothing more comes, and the answer is of no interest
  await committed(100_000);
  expect(await offset()).toBe(100_000);
});

test('bytes are committed about every second while a long request goes on', async () => {
  const { tus, path, committed } = await setUp(2_000_000);
  const { request, reply } = tus.stream(path, 0, { 'content-length': 2_000_000 });
  request.write(someBytes(1_000_000));
  await committed(1_000_000);
  request.write(someBytes(10));
  await committed(1_000_010);
  request.end(someBytes(999_990));
  expect((await reply).status).toBe(204);
});

test('bytes a killed process wrote beyond its checkpoint are overwritten, and the checksum is right', async () => {
  const bytes = someBytes(400_000);
  const { ctx, tus, path, file, download } = await setUp(bytes.length);
  await tus.patch(path, 0, bytes.subarray(0, 100_000));
  // As after SIGKILL: more on disk than acknowledged, and no memory of the hash.
  const writer = await ctx.storage.openWriter(idOf(path), 100_000, 200_000);
  await writer.write([Buffer.alloc(350_000, 'junk')], 100_000);
  await writer.close();
  resumeDigests({ id: idOf(path), offset: -1, crc32: '0', sizeBytes: 1 });

  await tus.patch(path, 100_000, bytes.subarray(100_000));
  expect(await file()).toMatchObject({ state: 'complete', crc32: crc32Hex(crc32(bytes)) });
  await hashFiles(ctx);
  expect((await file()).sha256).toBe(sha256(bytes));
  expect((await download()).equals(bytes)).toBe(true);
});

test('a stalled writer makes way for HEAD within five seconds, with all it had, and the upload goes on', async () => {
  const bytes = someBytes(300_000);
  const { tus, path, committed, file } = await setUp(bytes.length);
  const { request, reply } = tus.stream(path, 0, { 'content-length': 300_000 });
  request.write(bytes.subarray(0, 123_456));
  await committed(123_456);

  const asked = Date.now();
  const { status, headers } = await tus.head(path);
  expect([status, headers['upload-offset']]).toEqual([200, '123456']);
  expect(Date.now() - asked).toBeLessThan(5_000);
  expect((await reply).headers).toMatchObject({ 'upload-offset': '123456', connection: 'close' });

  await tus.patch(path, 123_456, bytes.subarray(123_456));
  expect((await file()).sha256).toBe(sha256(bytes));
});

test('one of twenty requests that send the same bytes gets through, and the file is right', async () => {
  const bytes = someBytes(200_000);
  const { tus, path, file } = await setUp(bytes.length);
  const replies = await Promise.all(Array.from({ length: 20 }, () => tus.patch(path, 0, bytes)));
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 204)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409 || status === 423)).toHaveLength(19);
  expect(await file()).toMatchObject({ state: 'complete', sha256: sha256(bytes) });
});

test('writers that fight over one upload never mix their bytes', async () => {
  const bytes = someBytes(1_000_000);
  const { tus, path, offset, file } = await setUp(bytes.length);
  const writer = async () => {
    for (let at = await offset(); at < bytes.length; at = await offset()) {
      const { status } = await tus.patch(path, at, bytes.subarray(at, at + 90_000));
      expect([204, 409, 423, 403]).toContain(status);
    }
  };
  await Promise.all([writer(), writer(), writer(), writer()]);
  expect(await file()).toMatchObject({
    state: 'complete',
    sha256: sha256(bytes),
    crc32: crc32Hex(crc32(bytes)),
  });
});

test('a file deleted while it arrives stays deleted, with all its bytes, and the request learns it', async () => {
  const { ctx, tus, path, committed } = await setUp(500_000);
  const { request, reply } = tus.stream(path, 0, { 'content-length': 500_000 });
  request.write(someBytes(100_000));
  await committed(100_000);
  await ctx.db.file.delete({ where: { id: idOf(path) } });
  request.end(someBytes(400_000));
  expect((await reply).status).toBe(404);
  expect(await ctx.db.file.count({ where: { id: idOf(path) } })).toBe(0);
  await expect(ctx.storage.openWriter(idOf(path), 1, 2)).rejects.toThrow('server.unavailable');
});
