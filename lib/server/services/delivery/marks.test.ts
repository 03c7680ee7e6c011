import { expect, test } from 'vitest';
import type { AliasContext, UserContext } from '@/lib/server/context';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { getShare } from '@/lib/server/services/share/detail';
import { searchShares } from '@/lib/server/services/share/search';
import { ownAlias, userContext } from '@/testing/service/context';
import { countUnread, markRead } from './marks';

const unreadOf = async (...people: UserContext[]) =>
  Promise.all(people.map(async (ctx) => (await countUnread(ctx)).unread));

async function inbox() {
  const [owner, member, stranger] = [await userContext(), await userContext(), await userContext()];
  const alias = await ownAlias(owner, { members: [member.viewer.id] });
  const sender: AliasContext = {
    ...owner,
    viewer: null,
    alias: { ...alias, validityMs: Number(alias.validityMs) },
  };
  const deliver = async (description: string | null = 'Hello') =>
    (await createShareThroughAlias(sender, { name: null, description, maxViews: 1 })).id;
  return { owner, member, stranger, alias, deliver };
}

test('a delivery is new for the owner and each member until each has opened it', async () => {
  const { owner, member, stranger, deliver } = await inbox();
  const [first] = [await deliver(), await deliver()];
  expect(await unreadOf(owner, member, stranger)).toEqual([2, 2, 0]);
  expect((await getShare(owner, { shareId: first })).unread).toBe(true);
  await markRead(owner, { shareId: first });
  await markRead(owner, { shareId: first });
  expect(await unreadOf(owner, member, stranger)).toEqual([1, 2, 0]);
  expect((await getShare(owner, { shareId: first })).unread).toBe(false);
  const { items } = await searchShares(member, { q: '', state: 'received', page: 1, pageSize: 10 });
  expect(items.map(({ unread }) => unread)).toEqual([true, true]);
});

test('empty deliveries, deleted ones and those of former members count for nobody', async () => {
  const { owner, member, alias, deliver } = await inbox();
  const empty = await deliver(null);
  expect(await unreadOf(owner, member)).toEqual([0, 0]);
  const file = { id: owner.newId(), shareId: empty, name: 'a', sizeBytes: 1, mimeType: 'text/plain' };
  await owner.db.file.create({ data: file });
  expect(await unreadOf(owner, member)).toEqual([1, 1]);
  await owner.db.aliasMember.deleteMany({ where: { aliasId: alias.id } });
  expect(await unreadOf(owner, member)).toEqual([1, 0]);
  await owner.db.alias.delete({ where: { id: alias.id } });
  expect(await unreadOf(owner)).toEqual([0]);
});

test('nobody marks what is not theirs', async () => {
  const { stranger, owner, deliver } = await inbox();
  const shareId = await deliver();
  await expect(markRead(stranger, { shareId })).rejects.toMatchObject({ code: 'share.notFound' });
  expect(await unreadOf(owner)).toEqual([1]);
});
