import { expect, test } from 'vitest';
import { draftShare, ownAlias, userContext } from '@/testing/service/context';
import { isVisibleAmong, sharedAliases, visibleTo } from './alias';
import { isManagedAmong, isManagedBy, managedAmong, managedBy } from './share';

async function everybody() {
  const [owner, member, former, stranger, admin] = await Promise.all([
    userContext(),
    userContext(),
    userContext(),
    userContext(),
    userContext({ admin: true }),
  ]);
  const { id: aliasId } = await ownAlias(owner, { members: [member.viewer.id, former.viewer.id] });
  await owner.db.aliasMember.deleteMany({ where: { aliasId, accountId: former.viewer.id } });
  const { id: shareId } = await draftShare(owner);
  await owner.db.share.update({ where: { id: shareId }, data: { aliasId } });
  // Somebody with an alias of others that is not this one.
  await ownAlias(owner, { members: [stranger.viewer.id] });
  return { people: { owner, member, former, stranger, admin }, owner, aliasId, shareId };
}

const rows = [
  ['owner', true, true],
  ['member', true, false],
  ['former', false, false],
  ['stranger', false, false],
  ['admin', false, false],
] as const;

test.each(rows)('every form of the rules says the same of the %s', async (who, may) => {
  const { people, aliasId, shareId } = await everybody();
  expect(await answersFor(people[who], { aliasId, shareId })).toEqual(allSay(may));
});

test.each(rows.slice(1))(
  'every form says the same of the %s once the alias’ owner is being deleted',
  async (who, _, may) => {
    const { people, owner, aliasId, shareId } = await everybody();
    await owner.db.account.update({ where: { id: owner.viewer.id }, data: { deletingAt: owner.now } });
    expect(await answersFor(people[who], { aliasId, shareId })).toEqual(allSay(may));
  },
);

const allSay = (may: boolean) => ({
  share: { one: may, oneSql: may, list: may, listSql: may },
  alias: { one: may, listSql: may },
});

type Ids = { aliasId: string; shareId: string };

async function answersFor(ctx: Awaited<ReturnType<typeof userContext>>, { aliasId, shareId }: Ids) {
  const { db, viewer } = ctx;
  const shared = await sharedAliases(ctx);
  const [sql] = await db.$queryRaw<{ share: boolean; shareList: boolean; alias: boolean }[]>`
    SELECT ${isManagedBy(viewer)} AS "share", coalesce(${isManagedAmong(viewer, shared)}, false) AS "shareList",
      ${isVisibleAmong(viewer, shared)} AS "alias"
    FROM "Share" s, "Alias" a WHERE s."id" = ${shareId} AND a."id" = ${aliasId}`;
  const [one, list, alias] = await Promise.all([
    db.share.count({ where: { AND: [{ id: shareId }, managedBy(viewer)] } }),
    db.share.count({ where: { AND: [{ id: shareId }, managedAmong(viewer, shared)] } }),
    db.alias.count({ where: { AND: [{ id: aliasId }, visibleTo(viewer)] } }),
  ]);
  return {
    share: { one: one === 1, oneSql: sql?.share, list: list === 1, listSql: sql?.shareList },
    alias: { one: alias === 1, listSql: sql?.alias },
  };
}
