import { expect, test } from 'vitest';
import { settings } from '@/lib/contract/settings';
import { hashPassword, verifyPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { inNewSession, userContext, warmUp } from '@/testing/service/context';
import { getEmail, setEmail } from './email';
import { changePassword, checkHasPassword } from './password';

const oldPassword = 'correct horse';

const withPassword = async () => userContext({ passwordHash: await hashPassword(oldPassword) });

async function fromElsewhere(): Promise<UserContext> {
  const ctx = await userContext();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { source: 'oauth:x' } });
  return ctx;
}

async function session({ db, viewer, now }: UserContext, id: string): Promise<string> {
  await db.session.create({ data: { id, accountId: viewer.id, endsAt: new Date(now.getTime() + 1000) } });
  return id;
}

const hashOf = async ({ db, viewer }: UserContext) =>
  (await db.account.findUniqueOrThrow({ where: { id: viewer.id } })).passwordHash;

test('an e-mail address is kept, replaced and removed, and an empty one is none', async () => {
  const other = await userContext();
  const ctx = await inNewSession(await userContext(), { isProgram: true });
  const set = (email: string) => setEmail(ctx, settings.setEmail.body.parse({ email }));
  const none = { email: null, verified: false, pending: null };
  expect(await getEmail(ctx)).toEqual(none);
  await set(' ada@example.org');
  expect(await getEmail(ctx)).toEqual({ ...none, email: 'ada@example.org' });
  await set('');
  expect(await getEmail(ctx)).toEqual(none);
  expect(await getEmail(other)).toEqual(none);
});

test('only an account whose password is kept here can change it', async () => {
  const ctx = await fromElsewhere();
  const refused = { code: 'settings.noPassword' };
  await expect(checkHasPassword(ctx)).rejects.toMatchObject(refused);
  const change = { oldPassword, newPassword: oldPassword };
  await expect(changePassword(ctx, change)).rejects.toMatchObject(refused);
});

test('a new password needs the old one', async () => {
  const ctx = await withPassword();
  const before = await hashOf(ctx);
  for (const wrong of ['wrong', `${oldPassword}\0`, oldPassword.toUpperCase()]) {
    const change = { oldPassword: wrong, newPassword: 'another horse' };
    await expect(changePassword(ctx, change)).rejects.toMatchObject({ code: 'settings.passwordWrong' });
  }
  expect(await hashOf(ctx)).toBe(before);
});

test.each([
  ['Iloveyou', 'account.passwordCommon'],
  ['slipway.1', 'account.passwordIsName'],
])('%s is not taken as a new password', async (newPassword, code) => {
  const ctx = await withPassword();
  const before = await hashOf(ctx);
  await expect(changePassword(ctx, { oldPassword, newPassword })).rejects.toMatchObject({ code });
  expect(await hashOf(ctx)).toBe(before);
});

test('a changed password ends every other session of the account and nobody else’s', async () => {
  const [ctx, other] = await Promise.all([withPassword(), withPassword()]);
  const here = await session(ctx, ctx.viewer.sessionId);
  const foreign = await session(other, other.viewer.sessionId);
  await session(ctx, ctx.newId());
  await changePassword(ctx, { oldPassword, newPassword: 'another horse' });

  expect(await verifyPassword(await hashOf(ctx), 'another horse')).toBe(true);
  const live = await ctx.db.session.findMany({
    where: { revokedAt: null, accountId: { in: [ctx.viewer.id, other.viewer.id] } },
  });
  expect(live.map(({ id }) => id).sort()).toEqual([here, foreign].sort());
});

test('one of several concurrent changes of a password counts', async () => {
  const ctx = await withPassword();
  await warmUp(ctx, 8);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => changePassword(ctx, { oldPassword, newPassword: `new horse ${n}` })),
  );
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(await verifyPassword(await hashOf(ctx), `new horse ${winner}`)).toBe(true);
});
