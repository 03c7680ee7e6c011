import { expect, test } from 'vitest';
import type { Context } from '@/lib/server/context';
import { draftShare, userContext } from '@/testing/service/context';
import { type SelectionRequest, selectFiles } from './selection';

async function shareOf(sizes: number[]) {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  const ids = sizes.map(() => ctx.newId());
  await ctx.db.file.createMany({
    data: sizes.map((sizeBytes, n) => ({
      id: ids[n] ?? '',
      shareId,
      path: n % 2 ? 'folder' : '',
      name: `${sizes.length - n}`,
      sizeBytes,
      storedBytes: sizeBytes,
      mimeType: 'text/plain',
      state: 'complete' as const,
    })),
  });
  const limited = (max: number): Context => ({ ...ctx, config: { ...ctx.config, ZIP_MAX_SIZE: max } });
  return { ctx, shareId, ids, limited };
}

test('files come in the order of the list', async () => {
  const { ctx, shareId } = await shareOf([1, 1, 1, 1]);
  const files = await selectFiles(ctx, { shareId, fileIds: [], folders: [] });
  expect(files.map(({ path, name }) => `${path}/${name}`)).toEqual(['/2', '/4', 'folder/1', 'folder/3']);
});

test('a selection may fill the limit exactly, and one byte more is refused', async () => {
  const { shareId, ids, limited } = await shareOf([60, 40, 1]);
  const [first = '', second = ''] = ids;
  expect(await selectFiles(limited(100), { shareId, fileIds: [first, second], folders: [] })).toHaveLength(2);
  const all = selectFiles(limited(100), { shareId, fileIds: [], folders: [] });
  await expect(all).rejects.toMatchObject({
    code: 'zip.tooLarge',
    status: 404,
    values: { size: { bytes: 100 } },
  });
});

test('a limit of nothing turns archives off, even empty ones', async () => {
  const { shareId, limited } = await shareOf([]);
  await expect(selectFiles(limited(0), { shareId, fileIds: [], folders: [] })).rejects.toMatchObject({
    code: 'zip.off',
    status: 404,
  });
});

test('a folder stands for all below it, beside single files; one that only begins alike does not', async () => {
  const { ctx, shareId, ids } = await shareOf([1, 1, 1, 1]);
  await ctx.db.file.update({ where: { id: ids[3] ?? '' }, data: { path: 'folder/deep' } });
  await ctx.db.file.update({ where: { id: ids[2] ?? '' }, data: { path: 'folder-like' } });
  const names = async (folders: string[], fileIds: string[] = []) =>
    (await selectFiles(ctx, { shareId, fileIds, folders })).map(({ path, name }) => `${path}/${name}`);
  expect(await names(['folder'])).toEqual(['folder/3', 'folder/deep/1']);
  expect(await names(['folder/deep'], [ids[0] ?? ''])).toEqual(['/4', 'folder/deep/1']);
  expect(await names(['unknown'])).toEqual([]);
  expect(await names([''])).toHaveLength(4);
});

test('however many are chosen, the archive is the same', async () => {
  const { ctx, shareId, ids } = await shareOf([1, 1, 1, 1, 1, 1]);
  const pathOf = ['', 'folder', 'folder/deep/er', 'folder-like', 'other/folder', 'fold'];
  for (const [n, id] of ids.entries())
    await ctx.db.file.update({ where: { id }, data: { path: pathOf[n] ?? '' } });
  const nowhere = Array.from({ length: 30 }, (_, n) => `nowhere/${n}`);
  const few = { fileIds: [ids[0] ?? ''], folders: ['folder', 'other'] };
  const many = { fileIds: [...nowhere, ...few.fileIds], folders: [...nowhere, ...few.folders] };
  const pathsOf = async (choice: typeof few) =>
    (await selectFiles(ctx, { shareId, ...choice })).map(({ path }) => path);
  expect(await pathsOf(few)).toEqual(['', 'folder', 'folder/deep/er', 'other/folder']);
  expect(await pathsOf(many)).toEqual(await pathsOf(few));
  expect(await pathsOf({ fileIds: nowhere, folders: ['', ...nowhere] })).toHaveLength(6);
});

test('a deselected file is not in the archive, and the nearest choice decides', async () => {
  const { ctx, shareId, ids } = await shareOf([1, 1, 1, 1, 1]);
  const pathOf = ['', 'folder', 'folder/deep', 'folder/deep/er', 'folder-like'];
  for (const [n, id] of ids.entries())
    await ctx.db.file.update({ where: { id }, data: { path: pathOf[n] ?? '' } });
  const pathsOf = async (choice: Partial<SelectionRequest>) =>
    (await selectFiles(ctx, { shareId, fileIds: [], folders: [], ...choice }))
      .map(({ path }) => path)
      .toSorted();
  const [first = '', , third = ''] = ids;
  expect(await pathsOf({ exceptIds: [first, 'unknown'] })).toEqual(pathOf.slice(1).toSorted());
  expect(await pathsOf({ exceptFolders: ['folder'] })).toEqual(['', 'folder-like']);
  expect(await pathsOf({ exceptFolders: ['folder'], fileIds: [third], folders: [''] })).toEqual([
    '',
    'folder-like',
    'folder/deep',
  ]);
  expect(await pathsOf({ folders: ['folder', 'folder/deep/er'], exceptFolders: ['folder/deep'] })).toEqual([
    'folder',
    'folder/deep/er',
  ]);
});
