import { expect, test } from 'vitest';
import { account } from '@/lib/contract/account/account';
import { verifyPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { draftShare, inNewSession, ownAlias, userContext } from '@/testing/service/context';
import { createAccount } from './create';
import { changeByOperator, modifyAccount } from './modify';
import { getAccount, searchAccounts } from './search';

const password = 'correct horse';
const plain = { state: 'Active', admin: false } as const;

const find = (ctx: UserContext, q: string, page = 1, pageSize = 100) =>
  searchAccounts(ctx, { q, page, pageSize, sort: 'login', order: 'asc' });
const logins = async (ctx: UserContext, q: string) => (await find(ctx, q)).items.map(({ login }) => login);

const ownWord = () => `w${crypto.randomUUID().slice(0, 13)}`;

test('accounts are found by a part of the login, in its order, and LIKE’s signs mean themselves', async () => {
  const ctx = await userContext({ admin: true });
  const word = ownWord();
  for (const end of ['c_1', 'a', 'cx1', 'b']) await userContext({ login: `${word}-${end}` });
  expect(await logins(ctx, word.toUpperCase())).toEqual(
    ['a', 'b', 'c_1', 'cx1'].map((end) => `${word}-${end}`),
  );
  expect(await logins(ctx, `${word}-c_1`)).toEqual([`${word}-c_1`]);
  expect(await logins(ctx, `${word}%`)).toEqual([]);
});

test('a list comes in pages and says how many there are in all', async () => {
  const ctx = await userContext({ admin: true });
  const word = ownWord();
  for (const end of ['a', 'b', 'c']) await userContext({ login: `${word}${end}` });
  const { items, total } = await find(ctx, word, 2, 2);
  expect(items.map(({ login }) => login)).toEqual([`${word}c`]);
  expect(total).toBe(3);
});

test('an account shows how many shares and aliases it has, and never a hash', async () => {
  const ctx = await userContext({ admin: true });
  const owner = await userContext({ passwordHash: '$argon2id$x' });
  await Promise.all([draftShare(owner), draftShare(owner), ownAlias(owner)]);
  const detail = await getAccount(ctx, { accountId: owner.viewer.id });
  expect(detail).toMatchObject({ login: owner.viewer.login, shares: 2, aliases: 1, source: 'intern' });
  expect(JSON.stringify(detail)).not.toContain('argon2');
  expect((await find(ctx, owner.viewer.login)).items).toEqual([detail]);
});

test('an account that is being deleted is hidden', async () => {
  const ctx = await userContext({ admin: true });
  const other = await userContext();
  const accountId = other.viewer.id;
  await ctx.db.account.update({ where: { id: accountId }, data: { deletingAt: ctx.now } });
  expect(await logins(ctx, other.viewer.login)).toEqual([]);
  const gone = { code: 'account.notFound' };
  await expect(getAccount(ctx, { accountId })).rejects.toMatchObject(gone);
  await expect(modifyAccount(ctx, { ...plain, accountId })).rejects.toMatchObject(gone);
});

test('a new account can be used and is found by its one spelling', async () => {
  const ctx = await userContext({ admin: true });
  const word = ownWord();
  const given = account.create.body.parse({
    login: ` ＡDA-${word.toUpperCase()} `,
    state: 'active',
    admin: false,
    password,
    email: '',
  });
  await createAccount(ctx, given);
  const row = await ctx.db.account.findUniqueOrThrow({ where: { login: `ada-${word}` } });
  expect(row).toMatchObject({ state: 'Active', admin: false, email: null, source: 'intern' });
  expect(await verifyPassword(row.passwordHash, password)).toBe(true);
  await expect(createAccount(ctx, given)).rejects.toMatchObject({ code: 'account.loginTaken' });
});

test.each([
  ['login', ''],
  ['login', 'a b'],
  ['login', 'ä'],
  ['login', 'a/b'],
  ['login', 'x'.repeat(61)],
  ['state', 'Asleep'],
  ['password', 'seven..'],
  ['password', 'x'.repeat(1025)],
  ['password', 'nul\0nul\0nul'],
  ['email', 'no address'],
  ['email', '"a@evil"@victim.example'],
  ['email', 'a@b.example\r\nBcc: c@d.example'],
])('an account with the %s %j is refused, and the field is named', (field, value) => {
  const good = { login: 'ada', state: 'Active', admin: false, password };
  const { error } = account.create.body.safeParse({ ...good, [field]: value });
  expect(error?.issues[0]?.path).toEqual([field]);
});

test('eight bytes are enough for a password, however few characters', () => {
  expect(account.create.body.safeParse({ login: 'a', ...plain, password: 'ääää' }).success).toBe(true);
});

test('a change without e-mail removes it; without password, or with an empty one, that stays', async () => {
  const ctx = await userContext({ admin: true });
  const other = await userContext({ passwordHash: 'old' });
  const where = { id: other.viewer.id };
  const modify = (body: unknown) =>
    modifyAccount(ctx, { ...account.modify.body.parse(body), accountId: other.viewer.id });

  await modify({ ...plain, email: ' ada@example.org ', password: '' });
  expect(await ctx.db.account.findUnique({ where })).toMatchObject({
    email: 'ada@example.org',
    passwordHash: 'old',
  });
  await modify({ ...plain, state: 'DISABLED', password: null });
  expect(await ctx.db.account.findUnique({ where })).toMatchObject({
    email: null,
    passwordHash: 'old',
    state: 'Disabled',
  });
});

test('an account that another source vouches for gets no password', async () => {
  const ctx = await userContext({ admin: true });
  const { viewer } = await userContext();
  await ctx.db.account.update({ where: { id: viewer.id }, data: { source: 'extern' } });
  await modifyAccount(ctx, { ...plain, accountId: viewer.id, password });
  const row = await ctx.db.account.findUniqueOrThrow({ where: { id: viewer.id } });
  expect(row.passwordHash).toBeNull();
});

test('changing one account leaves all others alone', async () => {
  const ctx = await userContext({ admin: true });
  const [one, other] = await Promise.all([userContext(), userContext()]);
  await modifyAccount(ctx, {
    state: 'Disabled',
    admin: true,
    email: 'x@y.example',
    accountId: one.viewer.id,
  });
  const row = await ctx.db.account.findUniqueOrThrow({ where: { id: other.viewer.id } });
  expect(row).toMatchObject({ ...plain, email: null });
});

test('limits are set and changed; who doesn’t name them leaves them as they were', async () => {
  const ctx = await userContext({ admin: true });
  const config = { ...ctx.config, ACCOUNT_MAX_SIZE: 70, ACCOUNT_MAX_FILES: 7 };
  const login = ownWord();
  await createAccount(ctx, { ...plain, login, password, maxBytes: 50 });
  const seen = async () => {
    const [item] = (await find({ ...ctx, config }, login)).items;
    return item;
  };
  const accountId = (await seen())?.id ?? '';
  const usage = { bytes: 0, files: 0 };
  expect(await seen()).toMatchObject({
    maxBytes: 50,
    maxFiles: null,
    usage: { ...usage, maxBytes: 50, maxFiles: 7 },
  });
  await modifyAccount(ctx, { ...plain, accountId, maxFiles: 0 });
  expect(await seen()).toMatchObject({
    maxBytes: 50,
    maxFiles: 0,
    usage: { ...usage, maxBytes: 50, maxFiles: null },
  });
  await modifyAccount(ctx, { ...plain, accountId, maxBytes: null });
  expect(await seen()).toMatchObject({ maxBytes: null, usage: { maxBytes: 70, maxFiles: null } });
});

test('an operator disables, enables and promotes by login, and keeps the rest of the account', async () => {
  const ctx = await inNewSession(await userContext());
  const operator = { ...ctx, viewer: null, client: { address: null, userAgent: null } };
  const { id, login } = ctx.viewer;
  await ctx.db.account.update({ where: { id }, data: { email: 'grace@example.org' } });
  const row = () => ctx.db.account.findUniqueOrThrow({ where: { id } });
  await changeByOperator(operator, login.toUpperCase(), { state: 'Disabled' });
  expect(await row()).toMatchObject({ state: 'Disabled', admin: false, email: 'grace@example.org' });
  expect(await ctx.db.session.count({ where: { accountId: id, revokedAt: null } })).toBe(0);
  await changeByOperator(operator, login, { state: 'Active', admin: true });
  expect(await row()).toMatchObject({ state: 'Active', admin: true, email: 'grace@example.org' });
  const entry = await ctx.db.auditEvent.findFirst({ where: { event: 'account.role', objectId: id } });
  expect(entry).toMatchObject({ actorKind: 'system', actorLogin: null });
  const unknown = changeByOperator(operator, `no-${login}`, { state: 'Disabled' });
  await expect(unknown).rejects.toMatchObject({ code: 'account.notFound' });
});
