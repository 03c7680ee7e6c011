import { expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import type { AliasContext, UserContext } from '@/lib/server/context';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { getShare } from '@/lib/server/services/share/detail';
import { openContext, ownAlias, userContext } from '@/testing/service/context';
import { aliasPassOf } from './alias-pass';

const refused = { code: 'alias.notUsable', status: 403 };
const visitor = openContext();
const passOf = (id: string) => aliasPassOf(visitor.db, new Headers({ [headerNames.alias]: id }), visitor.now);

async function enter(owner: UserContext, over: Parameters<typeof ownAlias>[1] = {}): Promise<AliasContext> {
  const { id } = await ownAlias(owner, over);
  return { ...visitor, alias: await passOf(id) };
}

test('an alias opens by its id in the header, for as long as it and its owner are on', async () => {
  const owner = await userContext();
  const { id } = await ownAlias(owner, { validityMs: 5000 });
  const none = { albumId: null, isAlbumShut: false, lock: null, form: null };
  const pass = { id, ownerId: owner.viewer.id, validityMs: 5000, ...none };
  expect(await passOf(id)).toEqual(pass);

  const where = { id: owner.viewer.id };
  const set = (enabled: boolean) => owner.db.alias.update({ where: { id }, data: { enabled } });
  const offs = [
    [() => set(false), () => set(true)],
    [
      () => owner.db.account.update({ where, data: { state: 'Disabled' } }),
      () => owner.db.account.update({ where, data: { state: 'Active' } }),
    ],
    [
      () => owner.db.account.update({ where, data: { deletingAt: owner.now } }),
      () => owner.db.account.update({ where, data: { deletingAt: null } }),
    ],
  ] as const;
  for (const [off, on] of offs) {
    await off();
    await expect(passOf(id)).rejects.toMatchObject(refused);
    await on();
    expect(await passOf(id)).toEqual(pass);
  }
});

test('no id, an unknown one and one that is none open nothing', async () => {
  await expect(aliasPassOf(visitor.db, new Headers(), visitor.now)).rejects.toMatchObject(refused);
  for (const id of ['', 'nope', 'a/b', '%', 'x'.repeat(500)]) {
    await expect(passOf(id)).rejects.toMatchObject(refused);
  }
});

test('a share through an alias is its owner’s, lives as the alias says, and is seen by its members', async () => {
  const [owner, member] = await Promise.all([userContext(), userContext()]);
  const ctx = await enter(owner, { validityMs: 5000, members: [member.viewer.id] });
  const { id: shareId } = await createShareThroughAlias(ctx, { maxViews: 10, description: 'for you' });
  const seen = await getShare(owner, { shareId });
  expect(seen).toMatchObject({ aliasId: ctx.alias.id, validity: 5000, creator: owner.viewer.login });
  expect(await getShare(member, { shareId })).toEqual(seen);
});

test('passwords that the installation requires are not asked of who delivers', async () => {
  const ctx = await enter(await userContext());
  const strict = { ...ctx, config: { ...ctx.config, REQUIRE_SHARE_PASSWORD: true } };
  await expect(createShareThroughAlias(strict, { maxViews: 1 })).resolves.toHaveProperty('id');
});

test('an alias from times of longer lives gives what is allowed now', async () => {
  const owner = await userContext();
  const ctx = await enter(owner, { validityMs: 5000 });
  const { id: shareId } = await createShareThroughAlias(
    { ...ctx, config: { ...ctx.config, MAX_VALIDITY: 2000 } },
    { maxViews: 1 },
  );
  expect(await getShare(owner, { shareId })).toMatchObject({ validity: 2000 });
});

test('an alias that is deleted or renamed just now takes nothing any more', async () => {
  const owner = await userContext();
  const ctx = await enter(owner);
  await owner.db.alias.delete({ where: { id: ctx.alias.id } });
  await expect(createShareThroughAlias(ctx, { maxViews: 1 })).rejects.toMatchObject(refused);
});
