import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { openShare } from '@/lib/server/services/open/open-share';
import { dataLists } from '@/lib/server/services/own-data/contents';
import { picturesOf } from '@/lib/server/services/recipient/pictures';
import { storeThumbnails } from '@/lib/server/services/thumbnail/make';
import { draftShare, openContext, ownAlias, userContext } from '@/testing/service/context';
import { getShare } from './detail';
import { publishShare } from './publish';
import { removeFile } from './remove';
import { setShareField } from './set-field';

const noProof = { password: null, passwordCookie: null, visitCookie: null, recipientCookie: null };

/** A published share with four photos; `ids` in their order. */
async function album(ctx: UserContext) {
  const { id: shareId } = await draftShare(ctx);
  const ids = await Promise.all(
    ['1.jpg', '2.jpg', '3.jpg', '4.jpg'].map((name) => addFile(ctx, shareId, name)),
  );
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: true });
  return { shareId, linkId, ids };
}

async function addFile(ctx: UserContext, shareId: string, name: string, mimeType = 'image/jpeg') {
  const size = { sizeBytes: 9, storedBytes: 9 };
  const id = ctx.newId();
  await ctx.db.file.create({ data: { id, shareId, name, ...size, mimeType, state: 'complete' } });
  return id;
}

async function thumbnails() {
  const create = { width: 60, height: 40, channels: 3, background: '#c85028' } as const;
  const webp = await sharp({ create }).webp().toBuffer();
  return { small: webp, large: webp };
}

const coverSeen = async (linkId: string) => (await openShare(openContext(), linkId, noProof)).detail.cover;

test('visitors see the chosen cover, else the first photo', async () => {
  const ctx = await userContext();
  const { shareId, linkId, ids } = await album(ctx);
  expect(await coverSeen(linkId)).toBe(ids[0]);
  await setShareField(ctx, shareId, { cover: ids[2] ?? '' });
  expect([await coverSeen(linkId), (await getShare(ctx, { shareId })).cover]).toEqual([ids[2], ids[2]]);
  await setShareField(ctx, shareId, { cover: null });
  expect([await coverSeen(linkId), (await getShare(ctx, { shareId })).cover]).toEqual([ids[0], null]);
});

test('a cover ends with its file', async () => {
  const ctx = await userContext();
  const { shareId, linkId, ids } = await album(ctx);
  const [first = '', second = ''] = ids;
  await setShareField(ctx, shareId, { cover: second });
  await removeFile(ctx, { shareId, fileId: second });
  expect([await coverSeen(linkId), (await getShare(ctx, { shareId })).cover]).toEqual([first, null]);
});

test('a cover is a photo of the share that has arrived, and no share of sealed files has one', async () => {
  const ctx = await userContext();
  const { shareId, ids } = await album(ctx);
  const other = await album(ctx);
  const incoming = await addFile(ctx, shareId, '5.jpg');
  await ctx.db.file.update({ where: { id: incoming }, data: { state: 'incoming' } });
  const text = await addFile(ctx, shareId, 'a.txt', 'text/plain');
  for (const cover of [other.ids[0] ?? '', incoming, text, 'nobody-has-this'])
    await expect(setShareField(ctx, shareId, { cover })).rejects.toMatchObject({ code: 'file.notFound' });
  await ctx.db.share.update({ where: { id: shareId }, data: { e2ee: 'v1' } });
  const sealed = setShareField(ctx, shareId, { cover: ids[0] ?? '' });
  await expect(sealed).rejects.toMatchObject({ code: 'share.sealed' });
});

test('owner and members choose the cover, other accounts and admins don’t', async () => {
  const [owner, member, other] = await Promise.all([userContext(), userContext(), userContext()]);
  const admin = await userContext({ admin: true });
  const { shareId, ids } = await album(owner);
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  await owner.db.share.update({ where: { id: shareId }, data: { aliasId } });
  for (const stranger of [other, admin])
    for (const cover of [ids[1] ?? '', null])
      await expect(setShareField(stranger, shareId, { cover })).rejects.toMatchObject({
        code: 'share.notFound',
      });
  await setShareField(member, shareId, { cover: ids[1] ?? '' });
  expect((await getShare(owner, { shareId })).cover).toBe(ids[1]);
});

test('mails show the cover first', async () => {
  const ctx = await userContext();
  const { shareId, ids } = await album(ctx);
  for (const id of ids) await storeThumbnails(ctx, id, await thumbnails());
  const namesWith = async (coverId: string | null) =>
    (await picturesOf(ctx, { id: shareId, coverId })).map(({ alt }) => alt);
  expect(await namesWith(null)).toEqual(['1.jpg', '2.jpg', '3.jpg']);
  expect(await namesWith(ids[3] ?? '')).toEqual(['4.jpg', '1.jpg', '2.jpg']);
  const other = await album(ctx);
  for (const id of other.ids) await storeThumbnails(ctx, id, await thumbnails());
  expect(await namesWith(other.ids[0] ?? '')).toEqual(['1.jpg', '2.jpg', '3.jpg']);
});

test('the export of own data names it', async () => {
  const ctx = await userContext();
  const { shareId, ids } = await album(ctx);
  await setShareField(ctx, shareId, { cover: ids[1] ?? '' });
  const shares: unknown[] = [];
  for await (const share of dataLists(ctx).shares ?? []) shares.push(share);
  expect(shares).toMatchObject([{ id: shareId, coverId: ids[1] }]);
});
