import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { hashFiles } from '@/lib/server/jobs/bytes';
import { send, sha256, someBytes, startTransfer, uploading } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const sumOf = (algorithm: string, bytes: Buffer): string => {
  if (algorithm !== 'crc32') return `${algorithm} ${createHash(algorithm).update(bytes).digest('base64')}`;
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return `crc32 ${sum.toString('base64')}`;
};

test.each(['sha1', 'sha256', 'md5', 'crc32'])('a chunk that keeps its %s is taken', async (algorithm) => {
  const { tus, rowOf, download } = await uploading(port);
  const bytes = someBytes(700_000);
  const path = await tus.begin(bytes.length);
  for (const [from, to] of [
    [0, 400_000],
    [400_000, 700_000],
  ] as const) {
    const chunk = bytes.subarray(from, to);
    const answer = await tus.patch(path, from, chunk, { 'upload-checksum': sumOf(algorithm, chunk) });
    expect([answer.status, answer.headers['upload-offset']]).toEqual([204, String(to)]);
  }
  expect((await rowOf(path)).sha256).toBe(sha256(bytes));
  expect((await download(path)).equals(bytes)).toBe(true);
});

test('a chunk with a wrong checksum is discarded, and the right one completes the file', async () => {
  const { ctx, tus, rowOf, download } = await uploading(port);
  const bytes = someBytes(600_000);
  const path = await tus.begin(bytes.length);
  await tus.patch(path, 0, bytes.subarray(0, 1000));
  const promise = { 'upload-checksum': sumOf('sha1', bytes.subarray(1000)) };
  const wrong = await tus.patch(path, 1000, someBytes(599_000), promise);
  expect([wrong.status, wrong.json().code]).toEqual([460, 'upload.checksumMismatch']);
  expect((await tus.head(path)).headers['upload-offset']).toBe('1000');
  expect((await rowOf(path)).state).toBe('incoming');

  expect((await tus.patch(path, 1000, bytes.subarray(1000), promise)).status).toBe(204);
  await hashFiles(ctx);
  expect((await rowOf(path)).sha256).toBe(sha256(bytes));
  expect((await download(path)).equals(bytes)).toBe(true);
});

test('a chunk with a checksum that breaks off is discarded', async () => {
  const { tus, rowOf } = await uploading(port);
  const bytes = someBytes(2000);
  const path = await tus.begin(bytes.length);
  const { request } = tus.stream(path, 0, {
    'content-length': bytes.length,
    'upload-checksum': sumOf('sha1', bytes),
  });
  request.write(bytes.subarray(0, 1500));
  request.on('error', () => undefined);
  setImmediate(() => request.destroy());
  expect((await tus.head(path)).headers['upload-offset']).toBe('0');
  expect((await rowOf(path)).upload?.offsetBytes).toBe(0n);
});

test('a creation whose bytes are not what was meant has never been', async () => {
  const { ctx, share, tus } = await uploading(port);
  const answer = await send(port, 'POST', tus.base, {
    headers: {
      ...tus.tus,
      'upload-length': 4,
      'content-type': 'application/offset+octet-stream',
      'upload-checksum': sumOf('sha1', Buffer.from('good')),
    },
    body: Buffer.from('evil'),
  });
  expect(answer.status).toBe(460);
  expect(await ctx.db.file.count({ where: { shareId: share.id } })).toBe(0);
});

test.each(['sha512 AAAA', 'sha1', 'sha1 not*base64', 'AAAA='])(
  'the checksum "%s" is refused',
  async (checksum) => {
    const { tus, rowOf } = await uploading(port);
    const path = await tus.begin(4);
    const answer = await tus.patch(path, 0, Buffer.from('1234'), { 'upload-checksum': checksum });
    expect([answer.status, answer.json().code]).toEqual([400, 'request.invalid']);
    expect((await rowOf(path)).upload?.offsetBytes).toBe(0n);
  },
);
