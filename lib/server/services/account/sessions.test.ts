import { expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { callerOf } from '@/lib/server/auth/caller';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { authAnswer } from '@/lib/server/services/session/sessions';
import { signIn } from '@/lib/server/services/session/sign-in';
import { openContext, userContext } from '@/testing/service/context';
import { waitingStatements } from '@/testing/service/meeting';
import { modifyAccount } from './modify';
import { removeAccount } from './remove';

const password = 'correct horse';
/** Tokens carry real time, so these tests use the real clock. */
const now = () => new Date();

async function signedIn({ admin = false } = {}) {
  const ctx = await userContext({ admin, passwordHash: await hashPassword(password), now: now() });
  const enter = async () => {
    const viewer = await signIn(openContext({ now: now() }), { account: ctx.viewer.login, password });
    const { token } = await authAnswer(ctx, viewer, false);
    return { viewer, token };
  };
  return { ctx, accountId: ctx.viewer.id, enter };
}

const isIn = async ({ db }: UserContext, token: string) =>
  (await callerOf(db, new Headers({ [headerNames.auth]: token }), now())) !== null;

const changes = {
  disabling: { state: 'Disabled', admin: true },
  demoting: { state: 'Active', admin: false },
  'a new password': { state: 'Active', admin: true, password: 'another horse' },
} as const;

test.each(Object.entries(changes))(
  '%s ends all sessions of the account, also for later',
  async (_, change) => {
    const boss = await userContext({ admin: true });
    const { accountId, enter } = await signedIn({ admin: true });
    const sessions = [await enter(), await enter()];
    await modifyAccount(boss, { ...change, accountId });
    // Undoing the change does not revive ended sessions.
    await modifyAccount(boss, { state: 'Active', admin: true, accountId });
    for (const { token } of sessions) expect(await isIn(boss, token)).toBe(false);
  },
);

test('a change of anything else leaves sessions as they are', async () => {
  const boss = await userContext({ admin: true });
  const { accountId, enter } = await signedIn();
  const { token } = await enter();
  await modifyAccount(boss, { state: 'Active', admin: true, email: 'a@b.example', accountId });
  expect(await isIn(boss, token)).toBe(true);
});

test('an admin who changes the own password stays signed in here and nowhere else', async () => {
  const { ctx, accountId, enter } = await signedIn({ admin: true });
  const [here, elsewhere] = [await enter(), await enter()];
  const password = 'another horse';
  await modifyAccount({ ...ctx, viewer: here.viewer }, { state: 'Active', admin: true, password, accountId });
  expect(await isIn(ctx, here.token)).toBe(true);
  expect(await isIn(ctx, elsewhere.token)).toBe(false);
});

test('a deleted account is out at once, and its login can be used again', async () => {
  const boss = await userContext({ admin: true });
  const { ctx, accountId, enter } = await signedIn();
  const { token } = await enter();
  await removeAccount(boss, { accountId });
  expect(await isIn(boss, token)).toBe(false);
  await expect(enter()).rejects.toMatchObject({ code: 'auth.loginFailed' });
  const successor = await userContext({ login: ctx.viewer.login });
  expect(successor.viewer.id).not.toBe(accountId);
});

test('a sign-in during a change of password does not succeed with the old one', async () => {
  const { ctx, accountId, enter } = await signedIn();
  const passwordHash = await hashPassword('another horse');
  let entering: Promise<unknown> = Promise.resolve();
  await ctx.db.$transaction(async (tx) => {
    await tx.account.update({ where: { id: accountId }, data: { passwordHash } });
    entering = enter();
    entering.catch(() => undefined);
    while ((await waitingStatements(ctx)) === 0);
  });
  await expect(entering).rejects.toMatchObject({ code: 'auth.loginFailed' });
  expect(await ctx.db.session.count({ where: { accountId } })).toBe(0);
});
