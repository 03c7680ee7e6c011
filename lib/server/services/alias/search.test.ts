import { expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { noon, ownAlias, userContext } from '@/testing/service/context';
import { searchAliases, searchPeople } from './search';

const find = (ctx: UserContext, q = '', page = 1, pageSize = 100) =>
  searchAliases(ctx, { q, page, pageSize });
const names = async (ctx: UserContext, q = '') => (await find(ctx, q)).items.map(({ name }) => name);

test('a list shows own aliases and those one is a member of, newest first', async () => {
  const [ctx, other, stranger] = await Promise.all([userContext(), userContext(), userContext()]);
  const at = (by: UserContext, ms: number) => ({ ...by, now: new Date(noon.getTime() + ms) });
  await ownAlias(at(ctx, 1), { name: 'old' });
  await ownAlias(at(other, 2), { name: 'shared', members: [ctx.viewer.id] });
  await ownAlias(at(ctx, 3), { name: 'new', enabled: false });
  await ownAlias(at(other, 4), { name: 'private' });
  expect(await names(ctx)).toEqual(['new', 'shared', 'old']);
  expect(await names(stranger)).toEqual([]);
  const { items, total } = await find(ctx, '', 2, 2);
  expect({ names: items.map(({ name }) => name), total }).toEqual({ names: ['old'], total: 3 });
});

test('aliases are found by a part of the name, and LIKE’s signs mean themselves', async () => {
  const ctx = await userContext();
  for (const name of ['Büro 100%', 'Büro 1000', 'a_b', 'axb']) await ownAlias(ctx, { name });
  expect(await names(ctx, 'büro')).toHaveLength(2);
  expect(await names(ctx, '100%')).toEqual(['Büro 100%']);
  expect(await names(ctx, 'a_b')).toEqual(['a_b']);
});

test('aliases are found whichever way letters were put together', async () => {
  const ctx = await userContext();
  const forms = ['Büro Thế', 'Büro Thế'.normalize('NFD'), 'Büro Th\u00ea\u0301'];
  for (const name of forms) await ownAlias(ctx, { name });
  for (const q of forms) expect((await find(ctx, q, 1, 2)).total).toBe(3);
});

test('everybody else can be made a member, where aliases have members at all', async () => {
  const ctx = await userContext();
  const word = `p${crypto.randomUUID().slice(0, 13)}`;
  const people = await Promise.all(
    ['b_', 'a', 'bx', 'gone'].map((end) => userContext({ login: `${word}-${end}` })),
  );
  const gone = people[3]?.viewer.id ?? '';
  await ctx.db.account.update({ where: { id: gone }, data: { deletingAt: ctx.now } });
  const find = async (by: UserContext, q: string) =>
    (await searchPeople(by, { q, page: 1, pageSize: 100 })).items.map(({ login }) => login);
  expect(await find(ctx, word)).toEqual([`${word}-a`, `${word}-b_`, `${word}-bx`]);
  expect(await find(ctx, `${word}-b_`)).toEqual([`${word}-b_`]);
  expect(await find(ctx, `Ｐ${word.slice(1)}-A`)).toEqual([`${word}-a`]);
  expect(await find(ctx, ctx.viewer.login)).toEqual([]);

  const without = { ...ctx, config: { ...ctx.config, ALIAS_MEMBERS: false } };
  await expect(find(without, '')).rejects.toMatchObject({ code: 'request.notFound' });
});
