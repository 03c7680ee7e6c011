import { expect, test } from 'vitest';
import { type AliasChange, alias } from '@/lib/contract/alias/alias';
import type { UserContext } from '@/lib/server/context';
import { getShare } from '@/lib/server/services/share/detail';
import { draftShare, noon, userContext, warmUp } from '@/testing/service/context';
import { createAlias, modifyAlias, removeAlias } from './save';
import { getAlias } from './search';

const change = (over: Partial<AliasChange> = {}): AliasChange => ({
  name: 'Inbox',
  validity: 60_000,
  enabled: true,
  members: [],
  ...over,
});
const yearMs = 365 * 24 * 3600 * 1000;
const newId = () => `id-${crypto.randomUUID()}`;

const modify = (ctx: UserContext, aliasId: string, over: Partial<AliasChange> = {}) =>
  modifyAlias(ctx, { ...change(over), aliasId });

test('an alias gets the id that is wished for, or one that nobody guesses', async () => {
  const ctx = await userContext();
  const wish = newId();
  expect(await createAlias(ctx, change({ id: wish }))).toEqual({ id: wish });
  for (const none of [{}, { id: null }, alias.create.body.parse({ ...change(), id: '' })]) {
    expect((await createAlias(ctx, change(none))).id).toMatch(/^\w{32}$/);
  }
  expect(await getAlias(ctx, { aliasId: wish })).toEqual({
    id: wish,
    notifies: false,
    told: true,
    password: false,
    album: null,
    blocked: null,
    keyFingerprint: null,
    name: 'Inbox',
    validity: 60_000,
    owner: ctx.viewer.login,
    ownerId: ctx.viewer.id,
    enabled: true,
    members: { items: [] },
    created: noon.getTime(),
  });
});

test('an id that is taken is refused, new or changed, no matter who has it', async () => {
  const [ctx, other] = await Promise.all([userContext(), userContext()]);
  const { id: taken } = await createAlias(other, change());
  const { id } = await createAlias(ctx, change({ name: 'Mine' }));
  const refused = { code: 'alias.idTaken' };
  await expect(createAlias(ctx, change({ id: taken }))).rejects.toMatchObject(refused);
  await expect(modify(ctx, id, { id: taken, name: 'New' })).rejects.toMatchObject(refused);
  expect(await getAlias(ctx, { aliasId: id })).toMatchObject({ name: 'Mine' });
  expect(await getAlias(other, { aliasId: taken })).toMatchObject({ ownerId: other.viewer.id });
});

test('an id that was once used stays with its owner: deleted, changed, in other letters, with the account gone', async () => {
  const [ctx, other] = await Promise.all([userContext(), userContext()]);
  const [deleted, changed, orphaned] = [`Box-${newId()}`, newId(), newId()];
  const refused = { code: 'alias.idTaken' };
  await createAlias(ctx, change({ id: deleted }));
  await removeAlias(ctx, { aliasId: deleted });
  const { id } = await createAlias(ctx, change({ id: changed }));
  await modify(ctx, id, { id: `${id}-2` });
  const gone = await userContext();
  await createAlias(gone, change({ id: orphaned }));
  await gone.db.account.delete({ where: { id: gone.viewer.id } });

  const { id: mine } = await createAlias(other, change());
  for (const used of [deleted, deleted.toLowerCase(), deleted.toUpperCase(), changed, orphaned]) {
    await expect(createAlias(other, change({ id: used }))).rejects.toMatchObject(refused);
    await expect(modify(other, mine, { id: used })).rejects.toMatchObject(refused);
  }
  expect(await createAlias(ctx, change({ id: deleted }))).toEqual({ id: deleted });
  expect(await modify(ctx, `${id}-2`, { id: changed })).toEqual({ id: changed });
});

test('an owner’s second inbox has no id that differs from the first one’s in case alone', async () => {
  const ctx = await userContext();
  const id = newId();
  await createAlias(ctx, change({ id }));
  const refused = { code: 'alias.idTaken' };
  await expect(createAlias(ctx, change({ id: id.toUpperCase() }))).rejects.toMatchObject(refused);
  const other = await createAlias(ctx, change());
  await expect(modify(ctx, other.id, { id: id.toUpperCase() })).rejects.toMatchObject(refused);
  expect(await modify(ctx, id, { id: id.toUpperCase() })).toEqual({ id: id.toUpperCase() });
});

test.each([
  '  ID\u200b',
  'https://files.example.org/app/share/ID',
  '<https://x.org/app/alias/ID>.',
  '/app/share/ID?x=1',
])('an id may be pasted as %j', (text) => {
  const id = newId();
  const pasted = alias.create.body.parse({ ...change(), id: text.replace('ID', id) });
  expect(pasted.id).toBe(id);
});

test('one of many accounts that want an id in various letters gets it', async () => {
  const accounts = await Promise.all(Array.from({ length: 8 }, () => userContext()));
  const id = newId();
  const outcomes = await Promise.allSettled(
    accounts.map((ctx, n) => createAlias(ctx, change({ id: n % 2 ? id : id.toUpperCase() }))),
  );
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.code] : [],
  );
  expect(refusals).toEqual(Array(7).fill('alias.idTaken'));
});

test('one of many accounts that want an id at once gets it', async () => {
  const ctx = await userContext();
  await warmUp(ctx, 10);
  const id = newId();
  const outcomes = await Promise.allSettled(
    Array.from({ length: 10 }, () => createAlias(ctx, change({ id }))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
});

test.each([
  ['id', 'abc'],
  ['id', 'x'.repeat(81)],
  ['id', 'a/b/c'],
  ['id', 'ümlaut'],
  ['name', ''],
  ['name', ' \t\n'],
  ['name', 'x'.repeat(256)],
  ['validity', 999],
  ['validity', 1.5],
  ['enabled', 'yes'],
  ['members', 'someone'],
  ['members', ['a/b']],
])('an alias with the %s %j is refused, and the field is named', (field, value) => {
  const { error } = alias.create.body.safeParse({ ...change(), [field]: value });
  expect(error?.issues[0]?.path[0]).toBe(field);
});

test('an alias gives no longer life than the installation allows, neither new nor changed', async () => {
  const ctx = await userContext();
  const tooLong = { code: 'share.validityTooLong' };
  await expect(createAlias(ctx, change({ validity: yearMs + 1 }))).rejects.toMatchObject(tooLong);
  const { id } = await createAlias(ctx, change({ validity: yearMs }));
  await expect(modify(ctx, id, { validity: yearMs + 1 })).rejects.toMatchObject(tooLong);
});

test('a change without an id keeps the alias’s id; a new id takes shares and members along', async () => {
  const [ctx, member] = await Promise.all([userContext(), userContext()]);
  const members = [member.viewer.id];
  const { id } = await createAlias(ctx, change({ members }));
  const share = await draftShare(ctx);
  await ctx.db.share.update({ where: { id: share.id }, data: { aliasId: id } });

  for (const keep of [{}, { id: null }, { id }]) {
    expect(await modify(ctx, id, { ...keep, members })).toEqual({ id });
  }
  const next = newId();
  expect(await modify(ctx, id, { id: next, members })).toEqual({ id: next });
  expect(await getShare(member, { shareId: share.id })).toMatchObject({ aliasId: next });
  expect((await getAlias(member, { aliasId: next })).members.items).toEqual([
    { id: member.viewer.id, login: member.viewer.login },
  ]);
  await expect(getAlias(ctx, { aliasId: id })).rejects.toMatchObject({ code: 'alias.notFound' });
});

test('members are exactly those that are named; the owner is none', async () => {
  const [ctx, ...people] = await Promise.all([userContext(), userContext(), userContext(), userContext()]);
  const [a = '', b = '', c = ''] = people.map(({ viewer }) => viewer.id);
  const { id } = await createAlias(ctx, change({ members: [a, b, a, ctx.viewer.id] }));
  const members = async () =>
    (await getAlias(ctx, { aliasId: id })).members.items.map((member) => member.id).sort();
  expect(await members()).toEqual([a, b].sort());
  await modify(ctx, id, { members: [b, c] });
  expect(await members()).toEqual([b, c].sort());
});

test('members that nobody is are refused by name of the field, and nothing is changed', async () => {
  const [ctx, gone] = await Promise.all([userContext(), userContext()]);
  await ctx.db.account.update({ where: { id: gone.viewer.id }, data: { deletingAt: ctx.now } });
  const { id } = await createAlias(ctx, change());
  const refused = { code: 'request.invalid', values: { field: 'members', reason: 'unknownAccount' } };
  for (const members of [['nobody'], [gone.viewer.id]]) {
    const wish = newId();
    await expect(createAlias(ctx, change({ id: wish, members }))).rejects.toMatchObject(refused);
    await expect(getAlias(ctx, { aliasId: wish })).rejects.toMatchObject({ code: 'alias.notFound' });
    await expect(modify(ctx, id, { name: 'New', members })).rejects.toMatchObject(refused);
  }
  expect(await getAlias(ctx, { aliasId: id })).toMatchObject({ name: 'Inbox' });
});
