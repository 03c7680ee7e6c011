import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context, UserContext } from '@/lib/server/context';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { signIn } from '@/lib/server/services/session/sign-in';
import { getEmail, setEmail } from '@/lib/server/services/settings/email';
import { changePassword } from '@/lib/server/services/settings/password';
import { inNewSession, openContext, userContext } from '@/testing/service/context';
import { outcomes } from '@/testing/service/limited';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { readCode } from './code';
import { confirmEmail } from './confirm-email';
import { resetPassword } from './reset';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());

const password = 'correct horse battery';
const over = { code: 'code.over' };
const wrong = { code: 'settings.passwordWrong' };
const now = () => ({ db: database.db, now: new Date(), ...post.over() });
const stranger = () => openContext(now());

async function person({ isProgram = false, source = 'intern' } = {}) {
  const account = await userContext({ ...now(), passwordHash: await hashPassword(password) });
  const { id, login } = account.viewer;
  const [old, fresh] = [`${login}@old.example`, `${login}@new.example`];
  await account.db.account.update({ where: { id }, data: { email: old, source } });
  return { ctx: await inNewSession(account, { isProgram }), id, login, old, fresh };
}

const subjectsTo = (address: string) => post.sink.for(address).map(({ email }) => email.subject);
const send = (ctx: Context = stranger()) => sendNotices(ctx);

async function codeTo(address: string): Promise<string> {
  await send();
  const text = post.sink.for(address).at(-1)?.email.text ?? '';
  return /\/app\/confirm#(\w{43})/.exec(text)?.[1] ?? '';
}

test('a new address counts once its mailed link is opened, and the old one is told', async () => {
  const { ctx, old, fresh, login, id } = await person();
  expect(await setEmail(ctx, { email: fresh, was: old, password })).toMatchObject({ pending: true });
  expect(await getEmail(ctx)).toEqual({ email: old, verified: false, pending: fresh });
  const token = await codeTo(fresh);
  expect(await readCode(stranger(), token)).toMatchObject({ kind: 'email', login, address: fresh });
  expect(subjectsTo(old)).toEqual([]);
  const all = await Promise.allSettled(Array.from({ length: 4 }, () => confirmEmail(stranger(), { token })));
  expect(outcomes(all)).toEqual({ ok: 1, 'code.over': 3 });
  expect(await getEmail(ctx)).toEqual({ email: fresh, verified: true, pending: null });
  await send();
  expect(subjectsTo(old)).toEqual(['Your e-mail address was changed']);
  expect((await signIn(stranger(), { account: fresh, password })).id).toBe(id);
});

test('a stolen session of a browser changes no address, and takes none away', async () => {
  const { ctx, old, fresh } = await person();
  for (const email of [fresh, null]) {
    await expect(setEmail(ctx, { email, password: 'wrong' })).rejects.toMatchObject(wrong);
    await expect(setEmail(ctx, { email })).rejects.toMatchObject({ code: 'request.invalid' });
  }
  expect(await getEmail(ctx)).toEqual({ email: old, verified: false, pending: null });
  await setEmail(ctx, { email: null, password });
  expect((await getEmail(ctx)).email).toBeNull();
  await send();
  expect(subjectsTo(old)).toEqual(['Your e-mail address was changed']);
});

test('a program sets an address at once, as ever, and the old one is told', async () => {
  const { ctx, old, fresh } = await person({ isProgram: true });
  expect(await setEmail(ctx, { email: fresh })).toMatchObject({ pending: false });
  expect(await getEmail(ctx)).toEqual({ email: fresh, verified: false, pending: null });
  await send();
  expect([subjectsTo(fresh), subjectsTo(old)]).toEqual([[], ['Your e-mail address was changed']]);
});

test('an account without a password here is not asked for one', async () => {
  const { ctx, fresh } = await person({ source: 'oauth:x' });
  expect(await setEmail(ctx, { email: fresh })).toMatchObject({ pending: true });
  await confirmEmail(stranger(), { token: await codeTo(fresh) });
  expect(await getEmail(ctx)).toMatchObject({ email: fresh, verified: true });
});

test('an address that awaits confirmation is given up by saving the present one, or none', async () => {
  const { ctx, fresh, old, id } = await person();
  await setEmail(ctx, { email: fresh, password });
  const token = await codeTo(fresh);
  expect(await setEmail(ctx, { email: old })).toEqual({ pending: false, change: 'kept' });
  expect(await getEmail(ctx)).toEqual({ email: old, verified: false, pending: null });
  await expect(confirmEmail(stranger(), { token })).rejects.toMatchObject(over);

  await ctx.db.account.update({ where: { id }, data: { email: null } });
  await setEmail(ctx, { email: fresh, password });
  expect(await setEmail(ctx, { email: null })).toEqual({ pending: false, change: 'kept' });
  expect(await getEmail(ctx)).toEqual({ email: null, verified: false, pending: null });
});

test('a password that is left empty is missing, and counts for no attempt', async () => {
  const { ctx, fresh } = await person();
  const missing = (field: string) => ({ code: 'request.invalid', values: { field, reason: 'missing' } });
  for (let n = 0; n < 30; n++)
    await expect(setEmail(ctx, { email: fresh, password: '' })).rejects.toMatchObject(missing('password'));
  await expect(changePassword(ctx, { oldPassword: '', newPassword: 'another one' })).rejects.toMatchObject(
    missing('oldPassword'),
  );
  expect(await setEmail(ctx, { email: fresh, password })).toMatchObject({ pending: true });
});

test('the present address can be confirmed without the password', async () => {
  const { ctx, old } = await person();
  expect(await setEmail(ctx, { email: old })).toMatchObject({ pending: true });
  await confirmEmail(stranger(), { token: await codeTo(old) });
  expect(await getEmail(ctx)).toEqual({ email: old, verified: true, pending: null });
  expect(subjectsTo(old)).toEqual(['Confirm your e-mail address']);
});

test('without a mail server, an address is set at once, by the password', async () => {
  const { ctx, fresh } = await person();
  const off = { ...ctx, mail: null };
  await expect(setEmail(off, { email: fresh, password: 'no' })).rejects.toMatchObject(wrong);
  expect(await setEmail(off, { email: fresh, password })).toMatchObject({ pending: false });
  expect(await getEmail(off)).toEqual({ email: fresh, verified: false, pending: null });
});

type ConfirmingPerson = Awaited<ReturnType<typeof person>>;
const endings: Record<string, (ada: ConfirmingPerson, boss: UserContext) => Promise<unknown>> = {
  'another wish': ({ ctx, fresh }) => setEmail(ctx, { email: `x-${fresh}`, password }),
  'a new password': ({ ctx }) => changePassword(ctx, { oldPassword: password, newPassword: 'another horse' }),
  'an address by an admin': ({ id }, boss) =>
    modifyAccount(boss, { accountId: id, state: 'Active', admin: false, email: 'boss@example.org' }),
  disabling: ({ id, old }, boss) =>
    modifyAccount(boss, { accountId: id, state: 'Disabled', admin: false, email: old }),
};

test.each(Object.entries(endings))('%s ends the link that was mailed before', async (_, end) => {
  const ada = await person();
  const boss = await userContext({ ...now(), admin: true });
  await setEmail(ada.ctx, { email: ada.fresh, password });
  const token = await codeTo(ada.fresh);
  expect(token).not.toBe('');
  await end(ada, boss);
  await expect(confirmEmail(stranger(), { token })).rejects.toMatchObject(over);
});

test.each(Object.entries(endings).slice(1))('%s also keeps a waiting mail from going out', async (_, end) => {
  const ada = await person();
  const boss = await userContext({ ...now(), admin: true });
  await setEmail(ada.ctx, { email: ada.fresh, password });
  await end(ada, boss);
  await send();
  expect(subjectsTo(ada.fresh)).toEqual([]);
});

test('a link that proves an address sets no password, and a day later it proves nothing', async () => {
  const { ctx, fresh } = await person();
  await setEmail(ctx, { email: fresh, password });
  const token = await codeTo(fresh);
  await expect(resetPassword(stranger(), { token, password: 'another horse' })).rejects.toMatchObject(over);
  const late = { ...stranger(), now: new Date(Date.now() + 24 * 3_600_000 + 5_000) };
  await expect(confirmEmail(late, { token })).rejects.toMatchObject(over);
});

test('an address that no mail can reach is refused before anything is sent', async () => {
  const { ctx } = await person();
  await expect(setEmail(ctx, { email: 'a..b@example.org', password })).rejects.toMatchObject({
    code: 'request.invalid',
    values: { field: 'email', reason: 'notAnEmail' },
  });
});
