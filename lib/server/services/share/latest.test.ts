import { expect, test } from 'vitest';
import type { Context, UserContext } from '@/lib/server/context';
import { recordDownload, type SentBytes } from '@/lib/server/services/download/record';
import { draftShare, noon, openContext, ownAlias, userContext } from '@/testing/service/context';
import { findLatest } from './latest';
import { publishShare } from './publish';
import { searchShares } from './search';

const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);
const msAt = (seconds: number) => at(seconds).getTime();
const visitor = (seconds: number): Context => ({ ...openContext(), now: at(seconds) });

async function sharing({ files = 1, aliasId }: { files?: number; aliasId?: string } = {}, of?: UserContext) {
  const owner = of ?? (await userContext());
  const { id: shareId } = await draftShare(owner, { maxViews: 50 });
  if (aliasId) await owner.db.share.update({ where: { id: shareId }, data: { aliasId } });
  await publishShare(owner, { shareId, reuseId: true });
  const fileIds = Array.from({ length: files }, () => owner.newId());
  const file = {
    shareId,
    sizeBytes: 10,
    storedBytes: 10,
    mimeType: 'text/plain',
    state: 'complete',
  } as const;
  await owner.db.file.createMany({ data: fileIds.map((id) => ({ ...file, id, name: id })) });
  const recipient = async (name: string, openedAt: Date | null) => {
    const [id, address] = [owner.newId(), `${name}@example.org`];
    const data = { id, shareId, address, key: address, linkId: id, language: 'en', openedAt };
    await owner.db.recipient.create({ data });
    return id;
  };
  const visit = async (seconds: number, recipientId: string | null = null) => {
    const id = owner.newId();
    await owner.db.visit.create({ data: { id, shareId, version: 1, recipientId, startedAt: at(seconds) } });
    return id;
  };
  const latest = async (ctx = owner) => (await findLatest(ctx, [shareId])).get(shareId);
  return { owner, shareId, fileIds, recipient, visit, latest };
}

const sent: SentBytes = {
  sizeBytes: 10,
  sentBytes: 10,
  isWhole: true,
  isRange: false,
  hasEnd: true,
  startedAt: noon,
};

test('of a share’s visitors the one who came or downloaded last is told', async () => {
  const { shareId, fileIds, recipient, visit, latest } = await sharing({ files: 2 });
  expect(await latest()).toBeUndefined();
  const ben = await recipient('ben', at(10));
  const visitOfBen = await visit(10, ben);
  const opened = { address: 'ben@example.org', opened: msAt(10), downloaded: null, hasAll: false };
  expect(await latest()).toEqual(opened);

  await visit(20);
  expect(await latest()).toEqual({ address: null, opened: msAt(20), downloaded: null, hasAll: false });

  const file = { shareId, visitId: visitOfBen, recipientId: ben };
  const [one = null, two = null] = fileIds;
  await recordDownload(visitor(25), { ...file, fileId: one, isShown: true }, { ...sent, startedAt: at(25) });
  expect((await latest())?.address).toBeNull();
  await recordDownload(visitor(30), { ...file, fileId: one }, { ...sent, startedAt: at(30) });
  expect(await latest()).toEqual({ ...opened, downloaded: msAt(30) });
  await recordDownload(visitor(40), { ...file, fileId: two }, { ...sent, startedAt: at(40) });
  expect(await latest()).toEqual({ ...opened, downloaded: msAt(40), hasAll: true });
});

test('a recipient who comes back has opened it when they did so first, and an owner’s download is nobody’s', async () => {
  const { owner, shareId, fileIds, recipient, visit, latest } = await sharing();
  const ben = await recipient('ben', at(10));
  await visit(10, ben);
  await visit(500, ben);
  expect((await latest())?.opened).toBe(msAt(10));
  const own = await visit(600);
  const ctx = { ...owner, now: at(610) };
  await recordDownload(ctx, { shareId, fileId: fileIds[0] ?? null, visitId: own }, sent);
  expect(await latest()).toMatchObject({ address: null, downloaded: null });
});

test('a list tells its owner alone, of each share its own', async () => {
  const [owner, member] = [await userContext(), await userContext()];
  const alias = await ownAlias(owner, { members: [member.viewer.id] });
  const shared = await sharing({ aliasId: alias.id }, owner);
  const other = await sharing({}, owner);
  await shared.visit(10, await shared.recipient('ben', at(10)));
  await other.visit(20);
  const listed = async (ctx: UserContext) => {
    const { items } = await searchShares(ctx, { q: '', page: 1, pageSize: 100 });
    return Object.fromEntries(items.map(({ id, latest }) => [id, latest?.address ?? null]));
  };
  expect(await listed(owner)).toEqual({ [shared.shareId]: 'ben@example.org', [other.shareId]: null });
  const { items } = await searchShares(member, { q: '', page: 1, pageSize: 100 });
  expect(items.map(({ id, latest }) => [id, latest])).toEqual([[shared.shareId, null]]);
  expect(await shared.latest(await userContext())).toBeUndefined();
});
