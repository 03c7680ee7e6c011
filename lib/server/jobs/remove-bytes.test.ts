import { expect, test } from 'vitest';
import { userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { removeBytes } from './bytes';

async function setUp(files: number, fails: (fileId: string) => boolean) {
  const { db, remove } = await ownDatabase();
  const ctx = await userContext({ db });
  const ids = Array.from({ length: files }, (_, n) => `file-${n}`);
  const since = (n: number) => new Date(Date.now() - 1_000_000 + n);
  await db.removal.createMany({ data: ids.map((fileId, n) => ({ fileId, since: since(n) })) });
  const removed: string[] = [];
  const tried = { times: 0 };
  const storage = {
    ...ctx.storage,
    remove: async (fileId: string) => {
      tried.times++;
      if (fails(fileId)) throw new Error('no');
      removed.push(fileId);
    },
  };
  const left = async () =>
    (await db.removal.findMany({ orderBy: { since: 'asc' } })).map((row) => row.fileId);
  return { ctx: { ...ctx, storage }, removed, tried, left, remove };
}

test('a file that can’t be removed stays noted and holds up none of the others', async () => {
  const { ctx, removed, left, remove } = await setUp(250, (id) => id === 'file-0' || id === 'file-120');
  expect(await removeBytes(ctx)).toBe(248);
  expect(removed).toHaveLength(248);
  expect(await left()).toEqual(['file-0', 'file-120']);
  await remove();
});

test('where nothing can be removed it is soon given up, and all stays noted', async () => {
  const { ctx, tried, left, remove } = await setUp(50, () => true);
  await expect(removeBytes(ctx)).rejects.toThrow('no');
  expect(tried.times).toBe(10);
  expect(await left()).toHaveLength(50);
  await remove();
});
