import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { getAlias, searchAliases } from '@/lib/server/services/alias/search';
import { findLivePublication } from '@/lib/server/services/open/publication';
import { getShare } from '@/lib/server/services/share/detail';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, openContext, ownAlias, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { removeAccount, removeMarkedAccounts } from './remove';

// The clean-up handles all marked accounts, so these tests have a database of their own.
let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

const here = () => openContext({ db: own.db });
const person = (over: { admin?: boolean } = {}) => userContext({ db: own.db, ...over });

const everything = { q: '', page: 1, pageSize: 100 };

async function household() {
  const [boss, owner, member] = await Promise.all([person({ admin: true }), person(), person()]);
  const alias = await ownAlias(owner, { members: [member.viewer.id] });
  const share = await draftShare(owner);
  await owner.db.share.update({ where: { id: share.id }, data: { aliasId: alias.id } });
  const { id: linkId } = await publishShare(owner, { shareId: share.id, reuseId: true });
  const file = await owner.db.file.create({
    data: { id: owner.newId(), shareId: share.id, name: 'a', sizeBytes: 1, mimeType: 'text/plain' },
  });
  return { boss, owner, member, linkId, shareId: share.id, aliasId: alias.id, fileId: file.id };
}

const setMembersOf = (owner: UserContext, aliasId: string, members: UserContext[]) =>
  owner.db.aliasMember.createMany({
    data: members.map(({ viewer }) => ({ aliasId, accountId: viewer.id })),
    skipDuplicates: true,
  });

const remove = (boss: UserContext, owner: UserContext) => removeAccount(boss, { accountId: owner.viewer.id });

test('links, aliases and shares of an account are gone for everybody as soon as it is deleted', async () => {
  const { boss, owner, member, linkId, shareId, aliasId } = await household();
  await remove(boss, owner);
  expect(await findLivePublication(here(), linkId)).toBe('gone');
  expect(await searchAliases(member, everything)).toEqual({ items: [], total: 0 });
  await expect(getAlias(member, { aliasId })).rejects.toMatchObject({ code: 'alias.notFound' });
  await expect(getShare(member, { shareId })).rejects.toMatchObject({ code: 'share.notFound' });
  await expect(remove(boss, owner)).rejects.toMatchObject({ code: 'account.notFound' });
});

test('the rest of the deletion leaves no row and a note for every byte, and touches nobody else’s', async () => {
  const { boss, owner, member, fileId } = await household();
  const bystander = await household();
  await remove(boss, owner);
  await removeMarkedAccounts(here());
  expect(await owner.db.account.findUnique({ where: { id: owner.viewer.id } })).toBeNull();
  expect(await owner.db.share.count({ where: { ownerId: owner.viewer.id } })).toBe(0);
  expect(await owner.db.aliasMember.count({ where: { accountId: member.viewer.id } })).toBe(0);
  expect(await owner.db.removal.count({ where: { fileId } })).toBe(1);
  expect(await owner.db.removal.count({ where: { fileId: bystander.fileId } })).toBe(0);
  await expect(getShare(bystander.member, bystander)).resolves.toHaveProperty('id', bystander.shareId);
});

test('the aliases of a deleted account go on with its heir, with all that came and for all members', async () => {
  const { boss, owner, member, linkId, shareId, aliasId, fileId } = await household();
  const heir = await person();
  await setMembersOf(owner, aliasId, [member, heir]);
  const own = await draftShare(owner);
  const { id: albumId } = await draftShare(owner);
  await owner.db.alias.update({ where: { id: aliasId }, data: { albumId } });
  await owner.db.unread.create({ data: { accountId: owner.viewer.id, shareId } });
  await removeAccount(boss, { accountId: owner.viewer.id, heirId: heir.viewer.id });
  // Sent during the hand-over, by a sender who looked the alias up before.
  const late = await draftShare(owner);
  await owner.db.share.update({ where: { id: late.id }, data: { aliasId } });
  await removeMarkedAccounts(here());
  expect(await findLivePublication(here(), linkId)).toMatchObject({ state: 'published' });
  for (const somebody of [heir, member]) {
    for (const id of [shareId, late.id])
      await expect(getShare(somebody, { shareId: id })).resolves.toHaveProperty('id', id);
  }
  const { owner: login, members, album } = await getAlias(heir, { aliasId });
  expect([login, members.items.map(({ id }) => id), album?.share]).toEqual([
    heir.viewer.login,
    [member.viewer.id],
    albumId,
  ]);
  expect(await owner.db.unread.count({ where: { accountId: heir.viewer.id, shareId } })).toBe(1);
  expect(await owner.db.removal.count({ where: { fileId } })).toBe(0);
  expect(await owner.db.share.count({ where: { id: own.id } })).toBe(0);
  const { details } = await owner.db.auditEvent.findFirstOrThrow({
    where: { event: 'account.remove', objectId: owner.viewer.id },
  });
  expect(details).toMatchObject({ heir: heir.viewer.login, aliases: 1 });
});

test('nobody, the account itself and one that can’t be used are no heirs, and then nothing is deleted', async () => {
  const { boss, owner, member } = await household();
  const [gone, disabled] = await Promise.all([person(), person()]);
  await remove(boss, gone);
  await own.db.account.update({ where: { id: disabled.viewer.id }, data: { state: 'Disabled' } });
  for (const heirId of ['nobody', owner.viewer.id, gone.viewer.id, disabled.viewer.id]) {
    await expect(removeAccount(boss, { accountId: owner.viewer.id, heirId })).rejects.toMatchObject({
      code: 'request.invalid',
      values: { field: 'heir', reason: 'unknownAccount' },
    });
  }
  expect((await searchAliases(member, everything)).total).toBe(1);
});

test('a member who is deleted leaves the alias and its shares to the owner', async () => {
  const { boss, owner, member, aliasId, shareId } = await household();
  await remove(boss, member);
  expect((await getAlias(owner, { aliasId })).members.items).toEqual([]);
  await removeMarkedAccounts(here());
  await expect(getShare(owner, { shareId })).resolves.toHaveProperty('id', shareId);
});

test('a deletion that is only begun is brought to its end, also by several at once', async () => {
  const [boss, owner] = await Promise.all([person({ admin: true }), person()]);
  await owner.db.share.createMany({
    data: Array.from({ length: 450 }, () => ({
      id: owner.newId(),
      ownerId: owner.viewer.id,
      validityMs: 1000,
      maxViews: 1,
    })),
  });
  await remove(boss, owner);
  await Promise.all(Array.from({ length: 4 }, () => removeMarkedAccounts(here())));
  expect(await owner.db.share.count({ where: { ownerId: owner.viewer.id } })).toBe(0);
  expect(await owner.db.account.count({ where: { id: owner.viewer.id } })).toBe(0);
});
