import { expect, test } from 'vitest';
import { verifyPassword } from '@/lib/server/auth/password';
import type { Config } from '@/lib/server/config';
import type { Context, UserContext } from '@/lib/server/context';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { removeAccount } from '@/lib/server/services/account/remove';
import { removeExpiredInvites } from '@/lib/server/services/signup/invites';
import { noon, openContext, userContext, warmUp } from '@/testing/service/context';
import { meeting } from '@/testing/service/meeting';
import { inviteKeyHash, labelInvite, listInvites, newInvite, revokeInvite } from './invites';
import { register } from './register';

const password = 'correct horse';
const dayMs = 24 * 3600 * 1000;
const invitePassword = 'the password for invites';

const mode = (SIGNUP_MODE: Config['SIGNUP_MODE'], more: Partial<Config> = {}) => {
  const ctx = openContext();
  return { ...ctx, config: { ...ctx.config, INVITE_PASSWORD: invitePassword, ...more, SIGNUP_MODE } };
};

const admin = async ({ config }: Context) => ({ ...(await userContext({ admin: true })), config });
const newKey = async (ctx: Context) => keyOf(await admin(ctx));
const keyOf = async (maker: UserContext) => (await newInvite(maker, { password: invitePassword })).key ?? '';
const newLogin = () => `new-${crypto.randomUUID()}`;
const after = (ctx: Context, ms: number) => ({ ...ctx, now: new Date(noon.getTime() + ms) });
const registered = ({ db }: Context, login: string) => db.account.findUnique({ where: { login } });

const invalid = { code: 'signup.inviteInvalid' };

test('registering gives an active internal account without special rights', async () => {
  const ctx = mode('open');
  const login = newLogin();
  await register(ctx, { login, password });
  const row = await registered(ctx, login);
  expect(row).toMatchObject({ state: 'Active', source: 'intern', admin: false, email: null });
  expect(await verifyPassword(row?.passwordHash ?? null, password)).toBe(true);
});

test('where signing up is closed nobody gets in, not even with a key', async () => {
  const key = await newKey(mode('invite'));
  const login = newLogin();
  const attempt = register(mode('closed'), { login, password, invite: key });
  await expect(attempt).rejects.toMatchObject({ code: 'signup.closed' });
  expect(await registered(openContext(), login)).toBeNull();
});

test('a key opens once', async () => {
  const ctx = mode('invite');
  const invite = await newKey(ctx);
  await register(ctx, { login: newLogin(), password, invite });
  await expect(register(ctx, { login: newLogin(), password, invite })).rejects.toMatchObject(invalid);
});

test.each([[undefined], [null], [''], ['nope'], ['\\'], ['%']])(
  'the key %j opens nothing',
  async (invite) => {
    const ctx = mode('invite');
    await newKey(ctx);
    const attempt = register(ctx, { login: newLogin(), password, ...(invite !== undefined && { invite }) });
    await expect(attempt).rejects.toMatchObject(invalid);
  },
);

test('a login that is taken is refused and leaves the key for another try', async () => {
  const ctx = mode('invite');
  const invite = await newKey(ctx);
  const { viewer } = await userContext();
  const attempt = register(ctx, { login: viewer.login, password, invite });
  await expect(attempt).rejects.toMatchObject({ code: 'account.loginTaken' });
  await expect(register(ctx, { login: newLogin(), password, invite })).resolves.toEqual({ wait: 'no' });
});

test('without a valid key, sign-up never reveals whether a login is taken', async () => {
  const { viewer } = await userContext();
  const attempt = register(mode('invite'), { login: viewer.login, password, invite: 'nope' });
  await expect(attempt).rejects.toMatchObject(invalid);
});

test('one of twenty sign-ups with the same key gets an account', async () => {
  const ctx = mode('invite');
  const invite = await newKey(ctx);
  await warmUp(ctx, 20);
  const logins = Array.from({ length: 20 }, newLogin);
  const outcomes = await meeting(
    ctx,
    (tx) => tx.$queryRaw`SELECT 1 FROM "Invite" WHERE "keyHash" = ${inviteKeyHash(invite)} FOR UPDATE`,
    () => Promise.allSettled(logins.map((login) => register(ctx, { login, password, invite }))),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await ctx.db.account.count({ where: { login: { in: logins } } })).toBe(1);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(invalid);
  }
});

test('one of twenty sign-ups for the same login gets it, and only its key is spent', async () => {
  const ctx = mode('invite');
  const keys = await Promise.all(Array.from({ length: 20 }, () => newKey(ctx)));
  await warmUp(ctx, 20);
  const login = newLogin();
  const outcomes = await Promise.allSettled(keys.map((invite) => register(ctx, { login, password, invite })));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await ctx.db.invite.count({ where: { keyHash: { in: keys.map(inviteKeyHash) } } })).toBe(19);
});

test('a key is good for as long as the installation says, then it is cleaned up', async () => {
  const ctx = mode('invite', { INVITE_VALIDITY: dayMs });
  const [early, late] = [await newKey(ctx), await newKey(ctx)];
  const use = (at: Context, invite: string) => register(at, { login: newLogin(), password, invite });
  await expect(use(after(ctx, dayMs - 1), early)).resolves.toEqual({ wait: 'no' });
  await expect(use(after(ctx, dayMs), late)).rejects.toMatchObject(invalid);

  const left = () => ctx.db.invite.count({ where: { keyHash: inviteKeyHash(late) } });
  await removeExpiredInvites(after(ctx, dayMs - 1));
  expect(await left()).toBe(1);
  await removeExpiredInvites(after(ctx, dayMs));
  expect(await left()).toBe(0);
});

test('making a key takes the password for it', async () => {
  const ctx = await admin(mode('invite'));
  for (const wrong of ['', 'x', invitePassword.toUpperCase()]) {
    await expect(newInvite(ctx, { password: wrong })).rejects.toMatchObject({
      code: 'signup.invitePasswordWrong',
    });
  }
});

test('no key is made while invites are off or have no password, not even by an empty password', async () => {
  const off = { code: 'signup.inviteOff' };
  const unset = mode('invite');
  const { INVITE_PASSWORD: _, ...config } = unset.config;
  for (const ctx of [mode('open'), mode('closed'), { ...unset, config }]) {
    for (const password of ['', invitePassword]) {
      await expect(newInvite(await admin(ctx as Context), { password })).rejects.toMatchObject(off);
    }
  }
});

test('open invites are listed for every admin, without their keys; a used or overdue one is gone', async () => {
  const ctx = mode('invite', { INVITE_VALIDITY: dayMs });
  const [maker, other] = [await admin(ctx), await admin(ctx)];
  const key = await keyOf(maker);
  const find = async (at: Context) =>
    (await listInvites({ ...other, now: at.now })).items.find(({ keyStart }) => key.startsWith(keyStart));
  const open = await find(ctx);
  expect(open).toEqual({
    id: expect.any(String),
    keyStart: key.slice(0, 6),
    address: null,
    label: null,
    createdBy: maker.viewer.login,
    created: noon.getTime(),
    expires: noon.getTime() + dayMs,
  });
  expect(JSON.stringify(open)).not.toContain(key.slice(0, 10));
  expect(JSON.stringify(await ctx.db.invite.findMany())).not.toContain(key);
  expect(await find(after(ctx, dayMs))).toBeUndefined();
  await register(ctx, { login: newLogin(), password, invite: key });
  expect(await find(ctx)).toBeUndefined();
});

test('an invite gets a note, and once revoked opens nothing', async () => {
  const ctx = mode('invite');
  const boss = await admin(ctx);
  const key = await keyOf(boss);
  const find = async () => (await listInvites(boss)).items.find(({ keyStart }) => key.startsWith(keyStart));
  const { id = '' } = (await find()) ?? {};
  await labelInvite(boss, { id, label: ' for Grace ' });
  expect(await find()).toMatchObject({ label: 'for Grace' });
  await labelInvite(boss, { id, label: ' ' });
  expect(await find()).toMatchObject({ label: null });

  await revokeInvite(boss, { id });
  await expect(register(ctx, { login: newLogin(), password, invite: key })).rejects.toMatchObject(invalid);
  const gone = { code: 'invite.notFound' };
  await expect(revokeInvite(boss, { id })).rejects.toMatchObject(gone);
  await expect(labelInvite(boss, { id, label: 'x' })).rejects.toMatchObject(gone);
});

test('a password that is guessed first makes no account and leaves the key', async () => {
  const ctx = mode('invite');
  const invite = await newKey(ctx);
  const login = newLogin();
  const attempt = (bad: string) => register(ctx, { login, password: bad, invite });
  await expect(attempt('Password123')).rejects.toMatchObject({ code: 'account.passwordCommon' });
  await expect(attempt(`${login}1`)).rejects.toMatchObject({ code: 'account.passwordIsName' });
  await expect(attempt('SLIPWAY-1')).rejects.toMatchObject({ code: 'account.passwordIsName' });
  await expect(attempt(password)).resolves.toEqual({ wait: 'no' });
});

const whole = { state: 'Active', admin: true, password: null } as const;

test.each([
  [
    'disabled',
    (boss: UserContext, accountId: string) => modifyAccount(boss, { ...whole, state: 'Disabled', accountId }),
  ],
  [
    'demoted',
    (boss: UserContext, accountId: string) => modifyAccount(boss, { ...whole, admin: false, accountId }),
  ],
  ['deleted', (boss: UserContext, accountId: string) => removeAccount(boss, { accountId })],
  [
    'given a new password',
    (boss: UserContext, accountId: string) => modifyAccount(boss, { ...whole, password, accountId }),
  ],
] as const)('once its admin is %s, an invite is over', async (_, change) => {
  const ctx = mode('invite');
  const maker = await admin(ctx);
  const invite = await keyOf(maker);
  await change(await admin(ctx), maker.viewer.id);
  const using = register(ctx, { login: newLogin(), password, invite });
  await expect(using).rejects.toMatchObject(invalid);
});
