import { stat } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { publishShare } from '@/lib/server/services/share/publish';
import { createUpload } from '@/lib/server/services/upload/create';
import { completeUpload, saveProgress } from '@/lib/server/services/upload/progress';
import { draftShare, intoShare, noon, userContext } from '@/testing/service/context';
import { sha256 } from '@/testing/service/transfer';
import { hashFiles, removeBytes } from './bytes';
import { expireShares } from './forget';
import { dropStaleUploads, finishUploads } from './unfinished-uploads';

const later = (ms: number) => new Date(noon.getTime() + ms);
const hour = 3_600_000;

async function startUpload(bytes: Buffer, arrived: number) {
  const ctx = await userContext();
  const share = await draftShare(ctx);
  const id = ctx.newId();
  const file = { name: 'a', path: '', mimeType: 'text/plain', sizeBytes: bytes.length };
  await createUpload(ctx, { id, destination: intoShare(ctx, share.id), file });
  const writer = await ctx.storage.openWriter(id, 0, bytes.length);
  await writer.write([bytes.subarray(0, arrived)], 0);
  await writer.close();
  if (arrived > 0) await saveProgress(ctx, { fileId: id, from: 0, to: arrived, crc32: '00000000' });
  const exists = async () => (await ctx.db.file.count({ where: { id } })) === 1;
  return { ctx, share, id, exists };
}

test('an upload without progress for its time to live is removed, with its bytes, and not before', async () => {
  const { ctx, id, exists } = await startUpload(Buffer.from('1234'), 2);
  await dropStaleUploads({ ...ctx, now: later(47 * hour) });
  expect(await exists()).toBe(true);
  await dropStaleUploads({ ...ctx, now: later(48 * hour) });
  expect(await exists()).toBe(false);
  await removeBytes(ctx);
  expect(await ctx.db.removal.count({ where: { fileId: id } })).toBe(0);
  await expect(ctx.storage.openWriter(id, 2, 4)).rejects.toThrow('server.unavailable');
});

test('progress starts an upload’s time anew', async () => {
  const { ctx, id, exists } = await startUpload(Buffer.from('1234'), 2);
  await saveProgress({ ...ctx, now: later(40 * hour) }, { fileId: id, from: 2, to: 3, crc32: '00000000' });
  await dropStaleUploads({ ...ctx, now: later(60 * hour) });
  expect(await exists()).toBe(true);
});

test('neither a complete file nor one that has all its bytes is ever stale', async () => {
  const complete = await startUpload(Buffer.from('12'), 2);
  await completeUpload(complete.ctx, { fileId: complete.id, sizeBytes: 2, sha256: null });
  const whole = await startUpload(Buffer.from('12'), 2);
  await dropStaleUploads({ ...whole.ctx, now: later(1000 * hour) });
  expect([await complete.exists(), await whole.exists()]).toEqual([true, true]);
});

test('an empty file of which nothing but the creation is there is completed, and is a file like any other', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  const id = ctx.newId();
  const file = { name: 'a', path: '', mimeType: 'text/plain', sizeBytes: 0 };
  await createUpload(ctx, { id, destination: intoShare(ctx, shareId), file });
  await finishUploads(ctx);
  await hashFiles(ctx);
  const row = await ctx.db.file.findUniqueOrThrow({ where: { id }, include: { upload: true } });
  const { state, crc32, upload } = row;
  expect({ state, crc32, upload }).toEqual({ state: 'complete', crc32: '00000000', upload: null });
  expect(row.sha256).toBe(sha256(Buffer.of()));
  expect((await stat(path.join(ctx.config.DATA_DIR, String(await ctx.storage.pathOf?.(id))))).size).toBe(0);
});

test('a share goes a week after its link expired; unpublished ones and others stay', async () => {
  const ctx = await userContext();
  const [expired, withdrawn, draft] = [await draftShare(ctx), await draftShare(ctx), await draftShare(ctx)];
  for (const { id } of [expired, withdrawn]) await publishShare(ctx, { shareId: id, reuseId: false });
  await ctx.db.publication.update({ where: { shareId: withdrawn.id }, data: { enabled: false } });
  const left = async () =>
    (await ctx.db.share.findMany({ where: { ownerId: ctx.viewer.id }, select: { id: true } })).map(
      ({ id }) => id,
    );

  await expireShares({ ...ctx, now: later(hour + 7 * 24 * hour - 1) });
  expect(await left()).toHaveLength(3);
  await expireShares({ ...ctx, now: later(hour + 7 * 24 * hour + 1) });
  expect((await left()).sort()).toEqual([withdrawn.id, draft.id].sort());
});

test('checksums that a restart lost are computed; a file that can’t be read doesn’t hold up the others', async () => {
  const bytes = Buffer.from('some text');
  const [broken, good] = [await startUpload(bytes, bytes.length), await startUpload(bytes, bytes.length)];
  for (const { ctx, id } of [broken, good]) {
    await completeUpload(ctx, { fileId: id, sizeBytes: bytes.length, sha256: null });
  }
  await broken.ctx.storage.remove(broken.id);
  await hashFiles(good.ctx);
  const sumOf = async (id: string) => (await good.ctx.db.file.findUniqueOrThrow({ where: { id } })).sha256;
  expect([await sumOf(broken.id), await sumOf(good.id)]).toEqual([null, sha256(bytes)]);
});
