import { expect, test } from 'vitest';
import type { Context, UserContext } from '@/lib/server/context';
import { recordDownload, type SentBytes } from '@/lib/server/services/download/record';
import { authorizeLink, type Proof } from '@/lib/server/services/open/gate';
import { openShare } from '@/lib/server/services/open/open-share';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { removeShare } from '@/lib/server/services/share/remove';
import { searchShares } from '@/lib/server/services/share/search';
import { setShareField } from '@/lib/server/services/share/set-field';
import { draftShare, noon, openContext, ownAlias, userContext } from '@/testing/service/context';
import { getShareActivity } from './share-activity';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const client = { address: '203.0.113.77', userAgent: firefox };
const nothing: Proof = { password: null, passwordCookie: null, visitCookie: null };
const after = <T extends Context>(ctx: T, seconds: number): T => ({
  ...ctx,
  now: new Date(noon.getTime() + seconds * 1000),
});
const first = { page: 1, pageSize: 50 };

async function published(maxViews = 3) {
  const owner = await userContext();
  const { id: shareId } = await draftShare(owner, { maxViews });
  const { id: linkId } = await publishShare(owner, { shareId, reuseId: true });
  const fileId = owner.newId();
  const file = { id: fileId, shareId, name: 'plan.pdf', sizeBytes: 1000, mimeType: 'application/pdf' };
  await owner.db.file.create({ data: file });
  return { owner, shareId, linkId, fileId };
}

async function visit(linkId: string, seconds: number, over: Partial<Context> = {}) {
  const visitor = after(openContext({ client, ...over }), seconds);
  const { pass } = await openShare(visitor, linkId, nothing);
  const proof = { ...nothing, visitCookie: pass?.visit ?? null };
  return { visitor, visitId: (await authorizeLink(visitor, linkId, proof)).visitId };
}

const whole = { sizeBytes: 1000, sentBytes: 1000, isWhole: true, isRange: false, hasEnd: true };
const sentAt = (seconds: number, over: Partial<SentBytes> = {}): SentBytes => ({
  ...whole,
  startedAt: new Date(noon.getTime() + seconds * 1000),
  ...over,
});

const kinds = async (ctx: UserContext, shareId: string) =>
  (await getShareActivity(ctx, { shareId, ...first })).items.map(({ kind, field }) => field ?? kind);

test('a visit is one row with what was taken in it, where from and with what', async () => {
  const { owner, shareId, linkId, fileId } = await published();
  const { visitor, visitId } = await visit(linkId, 10);
  const part = { isRange: true, sentBytes: 400, hasEnd: false };
  for (const seconds of [20, 21, 100])
    await recordDownload(visitor, { shareId, fileId, visitId }, sentAt(seconds));
  await recordDownload(visitor, { shareId, fileId, visitId, isShown: true }, sentAt(30, part));
  await recordDownload(visitor, { shareId, fileId: null, visitId }, sentAt(40, { isWhole: false, ...part }));

  const { items, downloads, hasMore } = await getShareActivity(owner, { shareId, ...first });
  expect({ downloads, hasMore }).toEqual({ downloads: 3, hasMore: false });
  const pdf = { kind: 'file', file: fileId, name: 'plan.pdf' };
  expect(items[0]).toMatchObject({
    kind: 'opened',
    at: noon.getTime() + 10_000,
    by: null,
    address: '203.0.113.…',
    browser: 'Firefox',
    system: 'Linux',
    moreDownloads: false,
    downloads: [
      { ...pdf, shown: false, whole: true, times: 2 },
      { kind: 'zip', file: null, name: null, whole: false, times: 1 },
      { ...pdf, shown: true, whole: false, times: 1 },
    ],
  });
  const { items: listed } = await searchShares(owner, { q: '', ...first });
  expect(listed).toMatchObject([{ id: shareId, downloads: 3 }]);
});

test('ranges are partly a download until its last byte was sent', async () => {
  const { owner, shareId, linkId, fileId } = await published();
  const { visitor, visitId } = await visit(linkId, 10);
  const range = (seconds: number, hasEnd: boolean) =>
    recordDownload(
      visitor,
      { shareId, fileId, visitId },
      sentAt(seconds, { isRange: true, sentBytes: 500, hasEnd }),
    );
  const found = async () => (await getShareActivity(owner, { shareId, ...first })).items[0]?.downloads;
  await range(20, false);
  await range(21, false);
  expect(await found()).toMatchObject([{ whole: false, times: 1 }]);
  await range(3600, true);
  expect(await found()).toMatchObject([{ whole: true, times: 1 }]);
});

test('a share’s activity lists what was done, its last view and its end, newest first', async () => {
  const { owner, shareId, linkId } = await published(1);
  await visit(linkId, 1);
  await setShareField(after(owner, 2), shareId, { name: 'One' });
  await setShareField(after(owner, 3), shareId, { name: 'Two' });
  await setShareField(after(owner, 4), shareId, { maxViews: 9 });
  await publishShare(after(owner, 5), { shareId, reuseId: false });
  const end = 5 + 3600;
  expect(await kinds(after(owner, end), shareId)).toEqual([
    'expired',
    'newLink',
    'maxViews',
    'name',
    'limitReached',
    'opened',
    'published',
  ]);
  await publishShare(after(owner, end + 1), { shareId, reuseId: true });
  await unpublishShare(after(owner, end + 2), { shareId });
  expect((await kinds(after(owner, end + 9999), shareId)).slice(0, 4)).toEqual([
    'unpublished',
    'published',
    'expired',
    'newLink',
  ]);
});

test('a share’s activity names the alias to its owner, and to members only for what came to theirs', async () => {
  const owner = await userContext();
  const member = await userContext();
  const { id } = await ownAlias(owner, { members: [member.viewer.id] });
  const alias = { id, ownerId: owner.viewer.id, validityMs: 60_000 };
  const sender = { ...openContext({ client }), alias };
  const { id: shareId } = await createShareThroughAlias(sender, { maxViews: 3 });
  await owner.db.shareEvent.create({
    data: {
      shareId,
      at: noon,
      kind: 'mailed',
      login: owner.viewer.login,
      details: { to: ['a@example.org'] },
    },
  });
  const arrived = { kind: 'arrived', by: null, browser: 'Firefox', files: 0, size: 0 };
  const ofOwner = await getShareActivity(owner, { shareId, ...first });
  expect(ofOwner.items).toMatchObject([
    { kind: 'mailed', receivers: ['a@example.org'], receiverCount: 1 },
    { ...arrived, address: '203.0.113.…' },
  ]);
  const ofMember = await getShareActivity(member, { shareId, ...first });
  expect(ofMember.items).toMatchObject([
    { kind: 'mailed', receivers: [], receiverCount: 1 },
    { ...arrived, address: null },
  ]);
});

test('nobody else learns even that there is one', async () => {
  const { owner, shareId } = await published();
  const stranger = await userContext({ db: owner.db, admin: true });
  await expect(getShareActivity(stranger, { shareId, ...first })).rejects.toMatchObject({
    code: 'share.notFound',
  });
  await removeShare(owner, { shareId });
  await expect(getShareActivity(owner, { shareId, ...first })).rejects.toMatchObject({
    code: 'share.notFound',
  });
  expect(await owner.db.shareEvent.count({ where: { shareId } })).toBe(0);
});

test('no address is kept where none is to be', async () => {
  const { owner, shareId, linkId, fileId } = await published();
  const config = { ...owner.config, ACTIVITY_ADDRESSES: false };
  const { visitor, visitId } = await visit(linkId, 10, { config });
  await recordDownload(visitor, { shareId, fileId, visitId }, sentAt(20));
  await recordDownload(visitor, { shareId, fileId, visitId: null }, sentAt(30));
  const where = { shareId, address: { not: null } };
  expect([await owner.db.visit.count({ where }), await owner.db.download.count({ where })]).toEqual([0, 0]);
  const { items } = await getShareActivity(owner, { shareId, ...first });
  expect(items.slice(0, 2)).toMatchObject([{ kind: 'downloaded' }, { kind: 'opened', address: null }]);
});

test('pages follow each other without a gap', async () => {
  const { owner, shareId, linkId } = await published(9);
  for (const seconds of [1, 2, 3, 4]) await visit(linkId, seconds);
  const pages = await Promise.all(
    [1, 2, 3].map((page) => getShareActivity(owner, { shareId, page, pageSize: 2 })),
  );
  expect(pages.map(({ items, hasMore }) => [items.length, hasMore])).toEqual([
    [2, true],
    [2, true],
    [1, false],
  ]);
  expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(5);
});

test.each([
  [100, false],
  [101, true],
])('a visit with %i downloads has more than are listed: %s', async (count, isCut) => {
  const { owner, shareId, linkId, fileId } = await published();
  const { visitId } = await visit(linkId, 10);
  await owner.db.download.createMany({
    data: Array.from({ length: count }, (_, n) => ({
      id: owner.newId(),
      shareId,
      fileId,
      visitId,
      kind: 'file' as const,
      startedAt: after(owner, 20 + n).now,
      endedAt: after(owner, 20 + n).now,
      sentBytes: 1000n,
      complete: true,
    })),
  });
  const { items } = await getShareActivity(owner, { shareId, ...first });
  expect(items[0]).toMatchObject({ moreDownloads: isCut, downloads: [{ times: Math.min(count, 101) }] });
});
