import { expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { lockManaged } from '@/lib/server/services/access/share';
import { recordDownload } from '@/lib/server/services/download/record';
import { draftShare, ownAlias, userContext } from '@/testing/service/context';
import { removeFile } from './remove';
import { searchShares } from './search';

test('a list shows own shares and those of one’s aliases, nobody else’s', async () => {
  const [owner, member, stranger] = await Promise.all([userContext(), userContext(), userContext()]);
  const { id: shareId } = await draftShare(owner);
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  await owner.db.share.update({ where: { id: shareId }, data: { aliasId } });
  const everything = { q: '', page: 1, pageSize: 100 };
  const ids = async (ctx: UserContext) => (await searchShares(ctx, everything)).items.map(({ id }) => id);

  expect(await ids(owner)).toContain(shareId);
  expect(await ids(member)).toEqual([shareId]);
  expect(await ids(stranger)).toEqual([]);
});

test('a file is deleted only through its own share', async () => {
  const ctx = await userContext();
  const [one, other] = await Promise.all([draftShare(ctx), draftShare(ctx)]);
  const file = await ctx.db.file.create({
    data: { id: ctx.newId(), shareId: one.id, name: 'a.txt', sizeBytes: 3, mimeType: 'text/plain' },
  });
  await expect(removeFile(ctx, { shareId: other.id, fileId: file.id })).rejects.toMatchObject({
    code: 'file.notFound',
  });
  expect(await ctx.db.file.count({ where: { id: file.id } })).toBe(1);
});

const sent = { sizeBytes: 1, sentBytes: 1, isWhole: true, isRange: false, hasEnd: true };

test('while somebody changes a share, downloads of it are noted without waiting', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  await ctx.db.$transaction(async (tx) => {
    await lockManaged(tx, ctx.viewer, shareId);
    await recordDownload(ctx, { shareId, fileId: null, visitId: null }, { ...sent, startedAt: ctx.now });
  });
  expect(await ctx.db.download.count({ where: { shareId } })).toBe(1);
});

test('a download whose file is removed while it is recorded stays in the history', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  const file = { id: ctx.newId(), shareId, name: 'a', sizeBytes: 1, mimeType: 'text/plain' };
  await ctx.db.file.create({ data: file });
  const download = { shareId, fileId: file.id, visitId: null };
  let recorded: Promise<void> | undefined;
  await ctx.db.$transaction(async (tx) => {
    await tx.file.delete({ where: { id: file.id } });
    recorded = recordDownload(ctx, download, { ...sent, startedAt: ctx.now });
    await tx.$queryRaw`SELECT 1 FROM pg_sleep(0.3)`; // by now it waits for the file
  });
  await recorded;
  expect(await ctx.db.download.findMany({ where: { shareId }, select: { fileId: true } })).toEqual([
    { fileId: null },
  ]);
});
