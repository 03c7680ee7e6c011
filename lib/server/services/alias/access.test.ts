import { expect, test } from 'vitest';
import { getShare } from '@/lib/server/services/share/detail';
import { searchShares } from '@/lib/server/services/share/search';
import { draftShare, ownAlias, userContext } from '@/testing/service/context';
import { modifyAlias, removeAlias } from './save';
import { getAlias } from './search';

test('only the owner changes and deletes; a member may look, a stranger and an admin find nothing', async () => {
  const [owner, member, stranger, boss] = await Promise.all([
    userContext(),
    userContext(),
    userContext(),
    userContext({ admin: true }),
  ]);
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  const before = await getAlias(owner, { aliasId });
  expect(await getAlias(member, { aliasId })).toEqual(before);
  const refusals = [
    [member, 'alias.notOwner'],
    [stranger, 'alias.notFound'],
    [boss, 'alias.notFound'],
  ] as const;
  for (const [ctx, code] of refusals) {
    const grab = { name: 'Mine', validity: 1000, enabled: true, members: [ctx.viewer.id] };
    await expect(modifyAlias(ctx, { ...grab, id: ctx.newId(), aliasId })).rejects.toMatchObject({ code });
    await expect(removeAlias(ctx, { aliasId })).rejects.toMatchObject({ code });
  }
  for (const ctx of [stranger, boss]) {
    await expect(getAlias(ctx, { aliasId })).rejects.toMatchObject({ code: 'alias.notFound' });
  }
  expect(await getAlias(owner, { aliasId })).toEqual(before);
});

test('a deleted alias leaves its shares with the owner, and its members without them', async () => {
  const [owner, member] = await Promise.all([userContext(), userContext()]);
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id] });
  const { id: shareId } = await draftShare(owner);
  await owner.db.share.update({ where: { id: shareId }, data: { aliasId } });
  await removeAlias(owner, { aliasId });
  expect(await getShare(owner, { shareId })).toMatchObject({ aliasId: null, aliasName: null });
  await expect(getShare(member, { shareId })).rejects.toMatchObject({ code: 'share.notFound' });
  expect((await searchShares(member, { q: '', page: 1, pageSize: 1 })).total.shares).toBe(0);
  await expect(removeAlias(owner, { aliasId })).rejects.toMatchObject({ code: 'alias.notFound' });
});
