import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUpload } from '@/lib/server/services/upload/create';
import { completeUpload, saveProgress } from '@/lib/server/services/upload/progress';
import type { StoredItem } from '@/lib/server/storage/port';
import { draftShare, intoShare, noon, userContext } from '@/testing/service/context';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { compareStorage, repair } from './compare';

let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

test('bytes of an upload that rests, has just begun or is whole are never taken for orphans', async () => {
  const ctx = await userContext({ db: own.db });
  const share = await draftShare(ctx);
  const begin = async (sizeBytes: number) => {
    const id = ctx.newId();
    const file = { name: 'a.bin', path: '', mimeType: 'application/octet-stream', sizeBytes };
    await createUpload(ctx, { id, destination: intoShare(ctx, share.id), file });
    return id;
  };
  const [begun, resting, whole] = [await begin(4), await begin(4), await begin(4)];
  await saveProgress(ctx, { fileId: resting, from: 0, to: 2, crc32: '00000000' });
  await saveProgress(ctx, { fileId: whole, from: 0, to: 4, crc32: '00000000' });
  const finished = { ...ctx, storage: { ...ctx.storage, finish: async () => undefined } };
  await completeUpload(finished, { fileId: whole, sizeBytes: 4, sha256: null });

  const nobodys = ctx.newId();
  const daysAgo = new Date(noon.getTime() - 3 * 24 * 3_600_000);
  const item = (fileId: string, sizeBytes: number): StoredItem => ({
    fileId,
    sizeBytes,
    isWhole: fileId === whole,
    modifiedAt: daysAgo,
  });
  const items = [item(begun, 0), item(resting, 2), item(whole, 4), item(nobodys, 9)];
  const storage = {
    ...ctx.storage,
    list: async function* () {
      yield* items;
    },
  };
  const found = [];
  for await (const one of compareStorage({ ...ctx, storage }, false)) found.push(one);
  expect(found).toEqual([{ kind: 'orphan', fileId: nobodys, sizeBytes: 9 }]);
  for (const one of found) await repair(ctx, one);
  expect((await own.db.removal.findMany()).map(({ fileId }) => fileId)).toEqual([nobodys]);
});
