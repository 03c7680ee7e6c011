import { expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { usageOf } from '@/lib/server/services/quota/usage';
import { removeShare } from '@/lib/server/services/share/remove';
import { searchShares } from '@/lib/server/services/share/search';
import { createUpload } from '@/lib/server/services/upload/create';
import { removeUpload } from '@/lib/server/services/upload/remove';
import { draftShare, intoShare, ownAlias, userContext } from '@/testing/service/context';
import { sumTally } from './sum-tally';

const first = { q: '', page: 1, pageSize: 100 };
const totalOf = async (ctx: UserContext) => (await searchShares(ctx, first)).total;

async function addFile(ctx: UserContext, shareId: string, sizeBytes: number): Promise<string> {
  const id = ctx.newId();
  const file = { name: 'a.txt', path: '', mimeType: 'text/plain', sizeBytes };
  await createUpload(ctx, { id, destination: intoShare(ctx, shareId), file });
  return id;
}

test('totals follow files and shares as they come and go', async () => {
  const ada = await userContext();
  const { id } = await draftShare(ada);
  const fileId = await addFile(ada, id, 70);
  await addFile(ada, id, 5);
  expect(await totalOf(ada)).toEqual({ shares: 1, size: 75 });

  await removeUpload(ada, { fileId, shareId: id });
  const { items, total } = await searchShares(ada, first);
  expect(items).toMatchObject([{ files: 1, size: 5 }]);
  expect(total).toEqual({ shares: 1, size: 5 });

  await removeShare(ada, { shareId: id });
  expect(await totalOf(ada)).toEqual({ shares: 0, size: 0 });
});

test('many files of several shares may come, move and go at once', async () => {
  const ada = await userContext();
  const [a, b] = [await draftShare(ada), await draftShare(ada)];
  const sums = () =>
    ada.db.share.findMany({
      where: { id: { in: [a.id, b.id] } },
      orderBy: { sizeBytes: 'asc' },
      select: { fileCount: true, sizeBytes: true },
    });
  const row = (shareId: string, sizeBytes: number) => ({
    id: ada.newId(),
    shareId,
    name: 'a.txt',
    mimeType: 'text/plain',
    sizeBytes,
  });
  await ada.db.file.createMany({ data: [row(a.id, 1), row(b.id, 40), row(a.id, 2), row(b.id, 50)] });
  expect(await sums()).toEqual([
    { fileCount: 2, sizeBytes: 3n },
    { fileCount: 2, sizeBytes: 90n },
  ]);

  await ada.db.file.updateMany({
    where: { shareId: b.id, sizeBytes: 40 },
    data: { shareId: a.id, sizeBytes: 41 },
  });
  expect(await sums()).toEqual([
    { fileCount: 3, sizeBytes: 44n },
    { fileCount: 1, sizeBytes: 50n },
  ]);

  await ada.db.file.deleteMany({ where: { shareId: { in: [a.id, b.id] }, sizeBytes: { gt: 1 } } });
  expect(await sums()).toEqual([
    { fileCount: 0, sizeBytes: 0n },
    { fileCount: 1, sizeBytes: 1n },
  ]);
  expect(await totalOf(ada)).toEqual({ shares: 2, size: 1 });
});

test('members see the totals of what came through the alias, for as long as it is there', async () => {
  const [ada, eve] = [await userContext(), await userContext()];
  const alias = await ownAlias(ada, { members: [eve.viewer.id] });
  const { id } = await draftShare(ada);
  await draftShare(ada);
  await addFile(ada, id, 9);
  await ada.db.share.update({ where: { id }, data: { aliasId: alias.id } });
  expect(await totalOf(ada)).toEqual({ shares: 2, size: 9 });
  expect(await totalOf(eve)).toEqual({ shares: 1, size: 9 });

  await ada.db.alias.update({ where: { id: alias.id }, data: { id: ada.newId() } });
  expect(await totalOf(eve)).toEqual({ shares: 1, size: 9 });

  await ada.db.alias.deleteMany({ where: { ownerId: ada.viewer.id } });
  expect(await totalOf(ada)).toEqual({ shares: 2, size: 9 });
  expect(await totalOf(eve)).toEqual({ shares: 0, size: 0 });
});

test('summing the tally up changes no total, even in the middle of uploads', async () => {
  const ada = await userContext();
  const shares = await Promise.all(Array.from({ length: 4 }, () => draftShare(ada)));
  await Promise.all([
    ...shares.flatMap(({ id }) => Array.from({ length: 10 }, (_, size) => addFile(ada, id, size + 1))),
    ...Array.from({ length: 8 }, () => sumTally(ada)),
  ]);
  expect(await totalOf(ada)).toEqual({ shares: 4, size: 4 * 55 });
  expect(await usageOf(ada, ada.viewer.id)).toMatchObject({ bytes: 4 * 55, files: 40 });
  await sumTally(ada);
  expect(await totalOf(ada)).toEqual({ shares: 4, size: 4 * 55 });
  expect(await usageOf(ada, ada.viewer.id)).toMatchObject({ bytes: 4 * 55, files: 40 });
  expect(await ada.db.tally.count({ where: { ownerId: ada.viewer.id } })).toBe(1);
});

test('files and their share may be deleted at the same time', async () => {
  const ada = await userContext();
  const { id } = await draftShare(ada);
  const files = await Promise.all(Array.from({ length: 12 }, () => addFile(ada, id, 3)));
  const removals = files.map((fileId) => removeUpload(ada, { fileId, shareId: id }));
  const ends = await Promise.allSettled([...removals, removeShare(ada, { shareId: id })]);
  const reasons = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason.code] : []));
  expect(reasons.every((code) => code === 'upload.notFound')).toBe(true);
  expect(await totalOf(ada)).toEqual({ shares: 0, size: 0 });
});

test('after a thousand changes the tally is summed up before its time', async () => {
  const ada = await userContext();
  const later = new Date(Date.now() + 3_600_000);
  const row = { name: 'sum tally', dueAt: later };
  await ada.db.job.upsert({ where: { name: row.name }, create: row, update: row });
  const change = { ownerId: ada.viewer.id, shares: 0n, sizeBytes: 1n };
  await ada.db.tally.createMany({ data: Array.from({ length: 1000 }, () => change) });
  const { dueAt } = await ada.db.job.findUniqueOrThrow({ where: { name: row.name } });
  expect(dueAt.getTime()).toBeLessThan(later.getTime());
});
