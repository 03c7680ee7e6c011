import { expect, test } from 'vitest';
import { openShare } from '@/lib/server/services/open/open-share';
import { peekShare } from '@/lib/server/services/open/peek';
import { draftShare, noon, userContext, warmUp } from '@/testing/service/context';
import { getShare } from './detail';
import { publishShare, unpublishShare } from './publish';
import { setShareField } from './set-field';

const nothingShown = { password: null, passwordCookie: null, visitCookie: null };
const publicationOf = (ctx: Awaited<ReturnType<typeof userContext>>, shareId: string) =>
  ctx.db.publication.findUniqueOrThrow({ where: { shareId } });

test('the link lives for the share’s validity, counted from now', async () => {
  const ctx = await userContext();
  const share = await draftShare(ctx, { validityMs: 60_000 });

  const { id } = await publishShare(ctx, { shareId: share.id, reuseId: false });

  const publication = await ctx.db.publication.findUniqueOrThrow({ where: { linkId: id } });
  expect(publication.publishUntil.getTime()).toBe(noon.getTime() + 60_000);
});

test('publishing again keeps the link only when asked to', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  const first = await publishShare(ctx, { shareId, reuseId: true });

  expect(await publishShare(ctx, { shareId, reuseId: true })).toEqual(first);
  expect(await publishShare(ctx, { shareId, reuseId: false })).not.toEqual(first);
});

test('publishing again starts a new period and never resets the views', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { validityMs: 60_000 });
  await publishShare(ctx, { shareId, reuseId: true });
  await ctx.db.publication.update({ where: { shareId }, data: { views: 3 } });

  const later = { ...ctx, now: new Date(noon.getTime() + 30_000) };
  await publishShare(later, { shareId, reuseId: true });

  const publication = await publicationOf(ctx, shareId);
  expect(publication).toMatchObject({ views: 3, version: 2 });
  expect(publication.publishUntil.getTime()).toBe(noon.getTime() + 90_000);
});

test('where every share needs a password none is published without', async () => {
  const free = await userContext();
  const ctx = { ...free, config: { ...free.config, REQUIRE_SHARE_PASSWORD: true } };
  const { id: shareId } = await draftShare(ctx);
  const refused = { code: 'share.passwordNeeded' };
  await expect(publishShare(ctx, { shareId, reuseId: true })).rejects.toMatchObject(refused);
  expect(await ctx.db.publication.count({ where: { shareId } })).toBe(0);
  await setShareField(ctx, shareId, { password: 'open sesame' });
  await expect(publishShare(ctx, { shareId, reuseId: true })).resolves.toHaveProperty('id');
});

test('an empty share may be published', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { name: null });
  await expect(publishShare(ctx, { shareId, reuseId: true })).resolves.toHaveProperty('id');
});

test('withdrawing stops the link and keeps its id for later', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  const first = await publishShare(ctx, { shareId, reuseId: true });

  await unpublishShare(ctx, { shareId });
  expect(await publicationOf(ctx, shareId)).toMatchObject({ enabled: false, linkId: first.id });
  expect(await publishShare(ctx, { shareId, reuseId: true })).toEqual(first);
});

test('a link withdrawn by mistake can be restored with the same end', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { validityMs: 60_000 });
  await publishShare(ctx, { shareId, reuseId: true });
  const { linkId, publishedAt, publishUntil } = await publicationOf(ctx, shareId);
  await unpublishShare(ctx, { shareId });

  const later = { ...ctx, now: new Date(noon.getTime() + 30_000) };
  await publishShare(later, { shareId, reuseId: true, keepsEnd: true });
  expect(await publicationOf(ctx, shareId)).toMatchObject({
    linkId,
    publishedAt,
    publishUntil,
    enabled: true,
  });

  await publishShare(later, { shareId, reuseId: false, keepsEnd: true });
  expect((await publicationOf(ctx, shareId)).publishUntil.getTime()).toBe(noon.getTime() + 90_000);
});

test('extending only published shares leaves drafts and withdrawn ones alone', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { validityMs: 60_000 });
  const extend = (over: { waits?: boolean } = {}) =>
    publishShare(
      { ...ctx, now: new Date(noon.getTime() + 30_000) },
      { shareId, reuseId: true, ifPublished: true, ...over },
    );
  for (const over of [{}, { waits: true }]) expect(await extend(over)).toEqual({ id: '' });
  expect(await ctx.db.publication.count({ where: { shareId } })).toBe(0);

  const link = await publishShare(ctx, { shareId, reuseId: true });
  expect(await extend()).toEqual(link);
  const extended = await publicationOf(ctx, shareId);
  expect(extended.publishUntil.getTime()).toBe(noon.getTime() + 90_000);

  await unpublishShare(ctx, { shareId });
  for (const over of [{}, { waits: true }]) expect(await extend(over)).toEqual({ id: '' });
  expect(await publicationOf(ctx, shareId)).toEqual({ ...extended, enabled: false });
});

test('a withdrawal beside an extension wins, whichever comes first', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  await publishShare(ctx, { shareId, reuseId: true });
  await warmUp(ctx, 8);
  await Promise.all([
    ...Array.from({ length: 7 }, () => publishShare(ctx, { shareId, reuseId: true, ifPublished: true })),
    unpublishShare(ctx, { shareId }),
  ]);
  expect(await publicationOf(ctx, shareId)).toMatchObject({ enabled: false });
});

test('a link that waits is the one the share gets, and opens nothing before', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { validityMs: 60_000 });
  const ahead = await publishShare(ctx, { shareId, reuseId: true, waits: true });
  expect(await publicationOf(ctx, shareId)).toMatchObject({ enabled: false, views: 0 });
  expect((await getShare(ctx, { shareId })).publishInfo).toBeNull();
  await expect(openShare(ctx, ahead.id, nothingShown)).rejects.toMatchObject({ code: 'open.notFound' });
  expect(await peekShare(ctx, ahead.id, null)).toBe('arriving');
  const nextWeek = { ...ctx, now: new Date(noon.getTime() + 7 * 24 * 3_600_000) };
  expect(await peekShare(nextWeek, ahead.id, null)).toBe('gone');

  expect(await publishShare(nextWeek, { shareId, reuseId: true })).toEqual(ahead);
  expect(await peekShare(nextWeek, ahead.id, null)).toMatchObject({ locked: false });
  const { publishUntil } = await publicationOf(ctx, shareId);
  expect(publishUntil.getTime()).toBe(nextWeek.now.getTime() + 60_000);

  await publishShare(nextWeek, { shareId, reuseId: true, waits: true });
  expect(await publicationOf(ctx, shareId)).toMatchObject({ enabled: true, publishUntil });
  await unpublishShare(nextWeek, { shareId });
  expect(await peekShare(nextWeek, ahead.id, null)).toBe('gone');
});

test('a changed validity moves the end of a published share and only of a published one', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { validityMs: 60_000 });
  await publishShare(ctx, { shareId, reuseId: true });

  await setShareField(ctx, shareId, { validity: 120_000 });
  expect((await publicationOf(ctx, shareId)).publishUntil.getTime()).toBe(noon.getTime() + 120_000);

  await unpublishShare(ctx, { shareId });
  await setShareField(ctx, shareId, { validity: 240_000 });
  expect((await publicationOf(ctx, shareId)).publishUntil.getTime()).toBe(noon.getTime() + 120_000);
});

test('publishing many times at once leaves one link, and it is one of the answers', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  await warmUp(ctx, 8);

  const links = await Promise.all(
    Array.from({ length: 8 }, () => publishShare(ctx, { shareId, reuseId: true })),
  );
  expect(new Set(links.map(({ id }) => id)).size).toBe(1);
  expect((await publicationOf(ctx, shareId)).version).toBe(8);
});

test('an extended link is told of again before its new end', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  await publishShare(ctx, { shareId, reuseId: true });
  await ctx.db.publication.update({ where: { shareId }, data: { reminded: 3 } });
  await publishShare(ctx, { shareId, reuseId: true });
  expect(await publicationOf(ctx, shareId)).toMatchObject({ reminded: 0 });
});

test('withdrawing also gives back a link that is only reserved', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  await publishShare(ctx, { shareId, reuseId: true, waits: true });
  expect(await publicationOf(ctx, shareId)).toMatchObject({ enabled: false, reservedAt: noon });
  await unpublishShare(ctx, { shareId });
  expect(await publicationOf(ctx, shareId)).toMatchObject({ enabled: false, reservedAt: null });
});

test('a link that was only reserved has no end to keep: its time begins when it opens', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { validityMs: 60_000 });
  await publishShare(ctx, { shareId, reuseId: true, waits: true });
  const later = { ...ctx, now: new Date(noon.getTime() + 3_600_000) };
  await publishShare(later, { shareId, reuseId: true, keepsEnd: true });
  const { publishedAt, publishUntil } = await publicationOf(ctx, shareId);
  expect([publishedAt, publishUntil.getTime() - later.now.getTime()]).toEqual([later.now, 60_000]);
});
