import { expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { openShare } from '@/lib/server/services/open/open-share';
import { publishShare } from '@/lib/server/services/share/publish';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, openContext, userContext, warmUp } from '@/testing/service/context';
import { outcomes } from '@/testing/service/limited';
import { recordDownload, spendDownload } from './record';

const proof = { password: null, passwordCookie: null, visitCookie: null };
const dead = { code: 'open.notFound' };

async function limited(maxDownloads: number) {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { maxViews: 100 });
  await setShareField(ctx, shareId, { maxDownloads });
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: true });
  const counts = () => ctx.db.publication.findUniqueOrThrow({ where: { shareId } });
  return { ctx, shareId, linkId, counts };
}

const visitor = ({ db }: UserContext, n: number) =>
  openContext({ db, client: { address: `198.51.100.${n}`, userAgent: 'test' } });
const zip = (shareId: string, over = {}) => ({ shareId, fileId: null, visitId: null, ...over });
const begun = (isRange = false) => ({ isRange, startedAt: new Date() });

test('as many of forty concurrent downloads begin as are left', async () => {
  const { ctx, shareId, linkId, counts } = await limited(3);
  await warmUp(ctx, 8);
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, n) => spendDownload(visitor(ctx, n), zip(shareId), begun())),
  );
  expect(outcomes(results)).toEqual({ ok: 3, 'open.notFound': 37 });
  expect((await counts()).downloads).toBe(3);
  await expect(openShare(ctx, linkId, proof)).rejects.toMatchObject(dead);
  await setShareField(ctx, shareId, { maxDownloads: 4 });
  await expect(openShare(ctx, linkId, proof)).resolves.toBeTruthy();
  await expect(spendDownload(visitor(ctx, 99), zip(shareId), begun())).resolves.toBeUndefined();
});

test('a download that is counted before its bytes is not counted again after them', async () => {
  const { ctx, shareId, counts } = await limited(2);
  const one = visitor(ctx, 1);
  const from = begun();
  await spendDownload(one, zip(shareId), from);
  const sent = { ...from, sizeBytes: 5, sentBytes: 5, isWhole: true, hasEnd: true };
  await recordDownload({ ...one, now: new Date() }, zip(shareId), sent);
  expect((await counts()).downloads).toBe(1);
  expect(await ctx.db.download.findMany({ where: { shareId } })).toMatchObject([{ complete: true }]);
});

test('resuming the last download, or asking for its ranges at once, uses no other', async () => {
  const { ctx, shareId, counts } = await limited(1);
  const one = visitor(ctx, 1);
  await Promise.all(Array.from({ length: 6 }, () => spendDownload(one, zip(shareId), begun(true))));
  await spendDownload(one, zip(shareId), begun(true));
  expect((await counts()).downloads).toBe(1);
  await expect(spendDownload(visitor(ctx, 2), zip(shareId), begun(true))).rejects.toMatchObject(dead);
});

test('Activity says when the last one is taken, once', async () => {
  const { ctx, shareId } = await limited(1);
  await spendDownload(visitor(ctx, 1), zip(shareId), begun());
  await spendDownload(visitor(ctx, 1), zip(shareId), begun());
  expect(await ctx.db.shareEvent.count({ where: { shareId, kind: 'limitReached' } })).toBe(1);
});
