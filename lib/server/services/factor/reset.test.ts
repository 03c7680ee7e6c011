import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { hashPassword } from '@/lib/server/auth/password';
import { createResetLink, resetPassword } from '@/lib/server/services/account-code/reset';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { addPasskey, beginPasskey } from '@/lib/server/services/passkey/add';
import { signIn } from '@/lib/server/services/session/sign-in';
import { signInSecond } from '@/lib/server/services/session/sign-in-second';
import { softAuthenticator } from '@/testing/people/authenticator';
import { phoneCode } from '@/testing/people/totp';
import { inNewSession, openContext, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { resetFactorByOperator } from './change';
import { beginFactor, confirmFactor } from './set-up';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());

const password = 'a horse in the harbour';
const later = (seconds: number) =>
  openContext({ db: database.db, ...post.over(), now: new Date(started + seconds * 1000) });
const started = Date.now();

async function personWithFactor() {
  const ctx = await userContext({ ...later(0), passwordHash: await hashPassword(password) });
  const { id, login } = ctx.viewer;
  const address = `${login}@example.org`;
  await ctx.db.account.update({ where: { id }, data: { email: address } });
  const me = await inNewSession(ctx);
  const { secret, setup } = await beginFactor(me, { password });
  await confirmFactor(me, { setup, code: phoneCode(secret, me.now) });
  return { id, login, address, secret };
}

test('a password that is reset by a link keeps the second factor, and ends what the old one began', async () => {
  const { id, login: account, secret } = await personWithFactor();
  const challengeFor = async (given: string) => {
    const refused = await signIn(later(60), { account, password: given }).catch((error: unknown) => error);
    return refused instanceof AppError ? String(refused.answer.challenge) : '';
  };
  const begun = await challengeFor(password);
  const link = await createResetLink(later(60), { login: account });
  const next = 'another horse in the harbour';
  await resetPassword(later(60), { token: link.split('#')[1] ?? '', password: next });
  const code = phoneCode(secret, later(60).now);
  const old = signInSecond(later(60), { challenge: begun, code });
  await expect(old).rejects.toMatchObject({ code: 'auth.challengeOver' });
  const { viewer } = await signInSecond(later(60), { challenge: await challengeFor(next), code });
  expect(viewer.id).toBe(id);
});

test('the operator removes a second factor by name, and its person is told by mail', async () => {
  const { id, login, address } = await personWithFactor();
  expect(await resetFactorByOperator(later(60), ` ${login.toUpperCase()}`)).toBe(login);
  expect((await signIn(later(60), { account: login, password })).id).toBe(id);
  await sendNotices(later(60));
  expect(
    post.sink
      .for(address)
      .map(({ email }) => email.subject)
      .sort(),
  ).toEqual(['Your second factor is on', 'Your second factor was removed']);
  const gone = resetFactorByOperator(later(60), login);
  await expect(gone).rejects.toMatchObject({ code: 'factor.notOn' });
  const nobody = resetFactorByOperator(later(60), 'nobody-here');
  await expect(nobody).rejects.toMatchObject({ code: 'account.notFound' });
});

test('passkeys are told by mail when they are added, and when the operator removes them', async () => {
  const ctx = await userContext({ ...later(0), passwordHash: await hashPassword(password) });
  const { id, login } = ctx.viewer;
  const email = `${login}@example.org`;
  await ctx.db.account.update({ where: { id }, data: { email } });
  const me = await inNewSession(ctx);
  const device = softAuthenticator({ site: 'https://files.example.org' });
  const { options } = await beginPasskey(me, { password, code: '' });
  await addPasskey(me, { name: 'Phone', credential: device.make(options) });
  await sendNotices(later(60));
  expect(await resetFactorByOperator(later(60), login)).toBe(login);
  await sendNotices(later(60));
  expect(post.sink.for(email).map((mail) => mail.email.subject)).toEqual([
    'A passkey was added to your account',
    'A passkey was removed from your account',
  ]);
});
