import { crc32 } from 'node:zlib';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { hashFiles } from '@/lib/server/jobs/bytes';
import { finishUploads } from '@/lib/server/jobs/unfinished-uploads';
import { faults, mend } from '@/testing/network/faulty-storage';
import { begunUpload, idOf, sha256, someBytes, startTransfer } from '@/testing/service/transfer';
import { crc32Hex } from '../receive/digests';

vi.mock('@/lib/server/storage/disk/disk-storage', async (original) =>
  (await import('@/testing/network/faulty-storage')).faultyDisk(original),
);

let port: number;
beforeAll(async () => {
  faults.full = () => new AppError('storage.full');
  port = (await startTransfer()).port;
});
afterEach(mend);

const setUp = (length: number) => begunUpload(port, length);

test('a full disk keeps exactly what fitted, and the upload goes on once there is space', async () => {
  const bytes = someBytes(700_000);
  const { ctx, tus, path, file, download } = await setUp(bytes.length);
  faults.space = 345_678;
  const refused = await tus.patch(path, 0, bytes);
  expect([refused.status, refused.json().code, refused.headers['retry-after']]).toEqual([
    507,
    'storage.full',
    '5',
  ]);
  expect((await tus.head(path)).headers['upload-offset']).toBe('345678');
  expect((await file()).upload).toMatchObject({ crc32: crc32Hex(crc32(bytes.subarray(0, 345_678))) });

  faults.space = null;
  expect((await tus.patch(path, 345_678, bytes.subarray(345_678))).status).toBe(204);
  await hashFiles(ctx);
  expect(await file()).toMatchObject({ sha256: sha256(bytes), crc32: crc32Hex(crc32(bytes)) });
  expect((await download()).equals(bytes)).toBe(true);
});

test('short writes on a disk that isn’t full are simply gone on with', async () => {
  const bytes = someBytes(300_000);
  const { ctx, tus, path, file, download } = await setUp(bytes.length);
  faults.bite = 70_001;
  expect((await tus.patch(path, 0, bytes)).status).toBe(204);
  await hashFiles(ctx);
  expect(await file()).toMatchObject({
    state: 'complete',
    sha256: sha256(bytes),
    crc32: crc32Hex(crc32(bytes)),
  });
  expect((await download()).equals(bytes)).toBe(true);
});

const crash = () => {
  throw new Error('the process ends here');
};

test.each([
  ['before its bytes became final', 'beforeFinish'],
  ['after its bytes became final', 'afterFinish'],
] as const)(
  'a file whose process ended %s is made complete when its client comes back',
  async (_when, moment) => {
    const bytes = someBytes(500_000);
    const { ctx, tus, path, file, download } = await setUp(bytes.length);
    faults[moment] = crash;
    expect((await tus.patch(path, 0, bytes)).status).toBe(500);
    expect(await file()).toMatchObject({ state: 'incoming', upload: { offsetBytes: 500_000n } });
    expect(JSON.parse(String(await download()))).toMatchObject({ code: 'file.notFound' });

    faults[moment] = null;
    expect((await tus.head(path)).headers['upload-offset']).toBe('500000');
    expect(await file()).toMatchObject({ state: 'complete', crc32: crc32Hex(crc32(bytes)), upload: null });
    await hashFiles(ctx);
    expect((await file()).sha256).toBe(sha256(bytes));
    expect((await download()).equals(bytes)).toBe(true);
  },
);

test('a client that sends the last request again completes it too', async () => {
  const bytes = someBytes(300_000);
  const { tus, path, file } = await setUp(bytes.length);
  faults.afterFinish = crash;
  await tus.patch(path, 0, bytes);
  faults.afterFinish = null;
  expect((await tus.patch(path, 300_000, Buffer.of())).status).toBe(204);
  expect((await file()).state).toBe('complete');
});

test.each(['beforeFinish', 'afterFinish'] as const)(
  'a small file of which nothing was acknowledged is sent again, whatever the last try left behind (%s)',
  async (moment) => {
    const bytes = someBytes(1000);
    const { tus, path, file, download } = await setUp(bytes.length);
    faults[moment] = crash;
    expect((await tus.patch(path, 0, someBytes(1000))).status).toBe(500);
    faults[moment] = null;
    expect((await tus.head(path)).headers['upload-offset']).toBe('0');
    expect((await tus.patch(path, 0, bytes)).status).toBe(204);
    expect(await file()).toMatchObject({
      state: 'complete',
      crc32: crc32Hex(crc32(bytes)),
      sha256: sha256(bytes),
    });
    expect((await download()).equals(bytes)).toBe(true);
  },
);

test('the clean-up completes what no client comes back for', async () => {
  const bytes = someBytes(300_000);
  const { ctx, tus, path, file, download } = await setUp(bytes.length);
  faults.afterFinish = crash;
  await tus.patch(path, 0, bytes);
  faults.afterFinish = null;
  expect(await finishUploads(ctx)).toBeGreaterThan(0);
  expect((await file()).state).toBe('complete');
  expect((await download()).equals(bytes)).toBe(true);
});

test('a file deleted while its bytes become final leaves no bytes', async () => {
  const { ctx, tus, path } = await setUp(1000);
  faults.afterFinish = async () => {
    await ctx.db.file.delete({ where: { id: idOf(path) } });
    await ctx.storage.remove(idOf(path)); // the deletion's own note was worked off before
  };
  faults.beforeFinish = null;
  expect((await tus.patch(path, 0, someBytes(1000))).status).toBe(404);
  await expect(ctx.storage.read(idOf(path), { start: 0, end: 1 }).next()).rejects.toThrow(
    'server.unavailable',
  );
});
