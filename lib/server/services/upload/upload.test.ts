import { expect, test } from 'vitest';
import { draftShare, intoShare, userContext } from '@/testing/service/context';
import { createUpload } from './create';
import { findUploadState } from './lease';
import { completeUpload, saveProgress } from './progress';

const terabyte = 2 ** 40;

async function setUp(sizeBytes: number) {
  const ctx = await userContext();
  const config = { ...ctx.config, MAX_SIZE: terabyte };
  // Nothing is that big here; what the rows say is the question.
  const roomy = { ...ctx, config, storage: { ...ctx.storage, finish: async () => undefined } };
  const share = await draftShare(ctx);
  const begin = (id: string, size: number) =>
    createUpload(roomy, {
      id,
      destination: intoShare(ctx, share.id),
      file: { name: 'disk.img', path: 'a/b', mimeType: 'application/octet-stream', sizeBytes: size },
    });
  const id = ctx.newId();
  await begin(id, sizeBytes);
  return { ctx: roomy, share, id, begin };
}

test('files of many gigabytes are counted to the byte', async () => {
  const size = terabyte - 2 ** 33 - 1;
  const { ctx, share, id, begin } = await setUp(size);
  expect(await findUploadState(ctx, { fileId: id, destination: intoShare(ctx, share.id) })).toMatchObject({
    sizeBytes: size,
    offset: 0,
  });
  await expect(begin(ctx.newId(), 2 ** 33 + 2)).rejects.toThrow('upload.tooLarge');
  await begin(ctx.newId(), 2 ** 33 + 1);

  await saveProgress(ctx, { fileId: id, from: 0, to: size, crc32: '0badcafe' });
  await completeUpload(ctx, { fileId: id, sizeBytes: size, sha256: null });
  expect(await ctx.db.file.findUniqueOrThrow({ where: { id } })).toMatchObject({
    state: 'complete',
    storedBytes: BigInt(size),
    crc32: '0badcafe',
    path: 'a/b',
    completedAt: ctx.now,
  });
});

test('of two writers at the same byte, only one advances', async () => {
  const { ctx, id } = await setUp(100);
  const save = (to: number) => saveProgress(ctx, { fileId: id, from: 0, to, crc32: '00000000' });
  const results = await Promise.allSettled([save(10), save(20)]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(results.find((result) => result.status === 'rejected')?.reason.code).toBe('upload.wrongOffset');
});

test('nothing is completed of which a byte is missing', async () => {
  const { ctx, id } = await setUp(100);
  await saveProgress(ctx, { fileId: id, from: 0, to: 99, crc32: '00000000' });
  await expect(completeUpload(ctx, { fileId: id, sizeBytes: 100, sha256: null })).rejects.toThrow(
    'upload.notFound',
  );
  expect((await ctx.db.file.findUniqueOrThrow({ where: { id } })).state).toBe('incoming');
});

test('a share that is gone takes no file', async () => {
  const { ctx, share, begin } = await setUp(1);
  await ctx.db.share.delete({ where: { id: share.id } });
  await expect(begin(ctx.newId(), 1)).rejects.toThrow('share.notFound');
});
