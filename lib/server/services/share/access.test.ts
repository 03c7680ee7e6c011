import { describe, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { lockManaged } from '@/lib/server/services/access/share';
import { markRead } from '@/lib/server/services/delivery/marks';
import { recordDownload } from '@/lib/server/services/download/record';
import { draftShare, userContext } from '@/testing/service/context';
import { getShare } from './detail';
import { ownFiles, ownFolder } from './own-files';
import { publishShare, unpublishShare } from './publish';
import { removeFile, removeShare } from './remove';
import { searchShares } from './search';
import { setShareField } from './set-field';

type Deed = (ctx: UserContext, shareId: string, fileId: string) => Promise<unknown>;

const deeds: Record<string, Deed> = {
  'see it': (ctx, shareId) => getShare(ctx, { shareId }),
  'look into its folders': (ctx, shareId) => ownFolder(ctx, { shareId, path: '' }),
  'list its files': (ctx, shareId) => ownFiles(ctx, { shareId, path: '', from: undefined, until: undefined }),
  'mark it as read': (ctx, shareId) => markRead(ctx, { shareId }),
  'publish it': (ctx, shareId) => publishShare(ctx, { shareId, reuseId: true }),
  'withdraw it': (ctx, shareId) => unpublishShare(ctx, { shareId }),
  'name it': (ctx, shareId) => setShareField(ctx, shareId, { name: 'Mine' }),
  'describe it': (ctx, shareId) => setShareField(ctx, shareId, { description: 'Mine' }),
  'set its validity': (ctx, shareId) => setShareField(ctx, shareId, { validity: 5_000 }),
  'set its views': (ctx, shareId) => setShareField(ctx, shareId, { maxViews: 9 }),
  'set its password': (ctx, shareId) => setShareField(ctx, shareId, { password: 'secret' }),
  'delete its file': (ctx, shareId, fileId) => removeFile(ctx, { shareId, fileId }),
  'delete it': (ctx, shareId) => removeShare(ctx, { shareId }),
};

async function sharedThroughAlias() {
  const [owner, member, stranger, admin] = await Promise.all([
    userContext(),
    userContext(),
    userContext(),
    userContext({ admin: true }),
  ]);
  const share = await draftShare(owner);
  const alias = await owner.db.alias.create({
    data: {
      id: owner.newId(),
      ownerId: owner.viewer.id,
      name: 'Inbox',
      validityMs: 60_000,
      members: { create: { accountId: member.viewer.id } },
    },
  });
  await owner.db.share.update({ where: { id: share.id }, data: { aliasId: alias.id } });
  const file = await owner.db.file.create({
    data: { id: owner.newId(), shareId: share.id, name: 'a.txt', sizeBytes: 3, mimeType: 'text/plain' },
  });
  return { owner, member, stranger, admin, shareId: share.id, fileId: file.id, aliasId: alias.id };
}

describe.each(Object.entries(deeds))('who may %s', (_, deed) => {
  test('the owner and a member of the alias may', async () => {
    const world = await sharedThroughAlias();
    await expect(deed(world.member, world.shareId, world.fileId)).resolves.not.toThrow();
    const again = await sharedThroughAlias();
    await expect(deed(again.owner, again.shareId, again.fileId)).resolves.not.toThrow();
  });

  test('another account and an admin may not, and learn nothing', async () => {
    const { stranger, admin, shareId, fileId } = await sharedThroughAlias();
    for (const ctx of [stranger, admin]) {
      await expect(deed(ctx, shareId, fileId)).rejects.toMatchObject({ code: 'share.notFound' });
      await expect(deed(ctx, 'no-such-share', fileId)).rejects.toMatchObject({ code: 'share.notFound' });
    }
  });

  test('a member who was removed may no longer', async () => {
    const { member, shareId, fileId, aliasId } = await sharedThroughAlias();
    await member.db.aliasMember.deleteMany({ where: { aliasId } });
    await expect(deed(member, shareId, fileId)).rejects.toMatchObject({ code: 'share.notFound' });
  });
});

test('a list shows own shares and those of one’s aliases, nobody else’s', async () => {
  const { owner, member, stranger, shareId } = await sharedThroughAlias();
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
