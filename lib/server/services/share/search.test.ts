import { expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { draftShare, noon, ownAlias, userContext } from '@/test/context';
import { publishShare } from './publish';
import { searchShares } from './search';

const find = (ctx: UserContext, q = '', page = 1, pageSize = 100) => searchShares(ctx, { q, page, pageSize });
const names = async (ctx: UserContext, q: string) => (await find(ctx, q)).items.map(({ name }) => name);

test('words are found in any case, and LIKE’s signs mean themselves', async () => {
  const ctx = await userContext();
  for (const name of ['Sommer 100% fertig', 'Sommer 1000', 'snake_case', 'snakescase', 'back\\slash']) {
    await draftShare(ctx, { name });
  }
  expect(await names(ctx, 'SOMMER')).toHaveLength(2);
  expect(await names(ctx, '100%')).toEqual(['Sommer 100% fertig']);
  expect(await names(ctx, 'snake_')).toEqual(['snake_case']);
  expect(await names(ctx, '\\')).toEqual(['back\\slash']);
});

test('the note and the id are searched too', async () => {
  const ctx = await userContext();
  const share = await draftShare(ctx, { name: 'A', description: 'about whales' });
  await draftShare(ctx, { name: 'B' });
  expect(await names(ctx, 'whale')).toEqual(['A']);
  expect(await names(ctx, share.id.slice(4, 20))).toEqual(['A']);
});

test('pages go from new to old without a gap, and totals speak of all of them', async () => {
  const ctx = await userContext();
  for (let day = 0; day < 5; day++) {
    const share = await draftShare({ ...ctx, now: new Date(noon.getTime() + day) }, { name: `day ${day}` });
    await ctx.db.file.create({
      data: { id: ctx.newId(), shareId: share.id, name: 'f', sizeBytes: 10, mimeType: 'text/plain' },
    });
  }
  const first = await find(ctx, '', 1, 2);
  const last = await find(ctx, '', 3, 2);

  expect(first.items.map(({ name }) => name)).toEqual(['day 4', 'day 3']);
  expect(last.items.map(({ name }) => name)).toEqual(['day 0']);
  expect(first.total).toEqual({ shares: 5, size: 50 });
  expect(first.items[0]).toMatchObject({ files: 1, size: 10, published: null, usedUp: false });
});

test('an item tells draft, live, expired and used up apart', async () => {
  const ctx = await userContext();
  const stateOf = async () => {
    const { published, usedUp } = (await find(ctx)).items[0] ?? {};
    return { published, usedUp };
  };
  const { id: shareId } = await draftShare(ctx, { validityMs: 60_000, maxViews: 1 });
  expect(await stateOf()).toEqual({ published: null, usedUp: false });
  await publishShare(ctx, { shareId, reuseId: true });
  expect(await stateOf()).toEqual({ published: true, usedUp: false });
  await ctx.db.publication.update({ where: { shareId }, data: { views: 1 } });
  expect(await stateOf()).toEqual({ published: true, usedUp: true });
  await ctx.db.publication.update({ where: { shareId }, data: { publishUntil: ctx.now } });
  expect(await stateOf()).toEqual({ published: false, usedUp: false });
});

test('what came through one alias is found by its id, whatever it is called, and by nobody else', async () => {
  const ctx = await userContext();
  const [inbox, other] = [await ownAlias(ctx, { name: 'Plans' }), await ownAlias(ctx, { name: 'Plans too' })];
  for (const aliasId of [inbox.id, inbox.id, other.id, null]) {
    const { id } = await draftShare(ctx, { name: 'Plans' });
    await ctx.db.share.update({ where: { id }, data: { aliasId, name: aliasId ?? 'Plans' } });
  }
  const through = async (as: UserContext, q = '') =>
    searchShares(as, { q, page: 1, pageSize: 10, alias: inbox.id });
  const { items, total } = await through(ctx);
  expect(items.map(({ name }) => name)).toEqual([inbox.id, inbox.id]);
  expect(total.shares).toBe(2);
  expect((await through(ctx, other.id)).total.shares).toBe(0);
  expect(await through(await userContext())).toMatchObject({ items: [], total: { shares: 0 } });
});
