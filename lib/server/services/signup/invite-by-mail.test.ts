import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { signIn } from '@/lib/server/services/session/sign-in';
import { openContext, userContext } from '@/testing/service/context';
import { limitedContext, outcomes } from '@/testing/service/limited';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { listInvites, newInvite, revokeInvite } from './invites';
import { register } from './register';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());

const password = 'correct horse battery';
const invitePassword = 'the password for invites';
const dayMs = 24 * 3_600_000;
const now = (env: Record<string, string> = {}) => ({
  db: database.db,
  now: new Date(),
  ...post.over({ SIGNUP_MODE: 'invite', INVITE_PASSWORD: invitePassword, ...env }),
});
const stranger = (env?: Record<string, string>) => openContext(now(env));
const admin = (env?: Record<string, string>) => userContext({ ...now(env), admin: true });
const newLogin = () => `new-${crypto.randomUUID()}`;
const rowOf = (login: string) => database.db.account.findUnique({ where: { login } });
const invite = (by: UserContext, email: string) => newInvite(by, { password: invitePassword, email });
const mailsTo = (address: string) => post.sink.for(address).map(({ email }) => email);
const keysTo = (address: string) =>
  mailsTo(address).flatMap(({ text = '' }) => /\/app\/register#mailed=(\w+)/.exec(text)?.[1] ?? []);
const invalid = { code: 'signup.inviteInvalid' };

async function invited(email = `${newLogin()}@example.org`) {
  const boss = await admin();
  const made = await invite(boss, email);
  await sendNotices(stranger());
  return { boss, email, made, key: keysTo(email).at(-1) ?? '' };
}

test('an invite by mail works once, and its address counts as confirmed', async () => {
  const { boss, email, made, key } = await invited();
  expect(made).toEqual({ key: null, to: email });
  const item = (await listInvites(boss)).items.find(({ address }) => address === email);
  expect(item).toMatchObject({ keyStart: '', createdBy: boss.viewer.login });
  expect(JSON.stringify([item, await database.db.invite.findMany()])).not.toContain(key);
  const [mail] = mailsTo(email);
  expect(mail?.subject).toBe('Your invitation to Slipway');
  expect(mail?.text).not.toMatch(/undefined|\{/);
  const login = newLogin();
  const all = await Promise.allSettled(
    [login, newLogin(), newLogin()].map((each) =>
      register(stranger(), { login: each, password, invite: key }),
    ),
  );
  expect(outcomes(all)).toEqual({ ok: 1, 'signup.inviteInvalid': 2 });
  const row = await database.db.account.findFirst({ where: { email } });
  expect(row).toMatchObject({ state: 'Active', provenEmail: email });
  expect((await signIn(stranger(), { account: email, password })).id).toBe(row?.id);
  expect((await listInvites(boss)).items.find(({ address }) => address === email)).toBeUndefined();
});

test('an address that an account has already is not invited again', async () => {
  const { boss, email, key } = await invited();
  const login = newLogin();
  await register(stranger(), { login, password, invite: key });
  const before = mailsTo(email).length;
  await expect(invite(boss, email.toUpperCase())).rejects.toMatchObject({
    code: 'signup.addressKnown',
    values: { login },
  });
  await sendNotices(stranger());
  expect(mailsTo(email)).toHaveLength(before);
});

test('the mailed key opens at once also where addresses are confirmed, whatever domain it has', async () => {
  const { email, key } = await invited();
  const strict = stranger({ SIGNUP_EMAIL: 'verified', SIGNUP_DOMAINS: 'elsewhere.example' });
  const login = newLogin();
  const given = { login, password, invite: key, email: 'mallory@elsewhere.example' };
  expect(await register(strict, given)).toEqual({ wait: 'no' });
  expect(await rowOf(login)).toMatchObject({ state: 'Active', email, provenEmail: email });
});

test('a key that its maker has seen proves no address', async () => {
  const { key } = await newInvite(await admin(), { password: invitePassword });
  const verified = stranger({ SIGNUP_EMAIL: 'verified' });
  const given = { login: newLogin(), password, invite: key };
  await expect(register(verified, given)).rejects.toMatchObject({ values: { field: 'email' } });
  const email = `${given.login}@example.org`;
  expect(await register(verified, { ...given, email })).toEqual({ wait: 'yes' });
  expect(await rowOf(given.login)).toMatchObject({ state: 'Pending', provenEmail: null });
});

test('an invite that is withdrawn before its mail is written is not mailed; afterwards it opens nothing', async () => {
  const boss = await admin();
  const withdraw = async (email: string) => {
    const { id = '' } = (await listInvites(boss)).items.find(({ address }) => address === email) ?? {};
    await revokeInvite(boss, { id });
  };
  const early = `${newLogin()}@example.org`;
  await invite(boss, early);
  await withdraw(early);
  await sendNotices(stranger());
  expect(mailsTo(early)).toEqual([]);
  const { email, key } = await invited();
  await withdraw(email);
  await expect(register(stranger(), { login: newLogin(), password, invite: key })).rejects.toMatchObject(
    invalid,
  );
});

test('a mailed invite ends with its validity, and with the rights of who made it', async () => {
  const [one, other] = [await invited(), await invited()];
  const late = { ...stranger(), now: new Date(Date.now() + 14 * dayMs + 60_000) };
  await expect(register(late, { login: newLogin(), password, invite: one.key })).rejects.toMatchObject(
    invalid,
  );
  const accountId = other.boss.viewer.id;
  await modifyAccount(await admin(), { accountId, state: 'Active', admin: false, email: null });
  const given = { login: newLogin(), password, invite: other.key };
  await expect(register(stranger(), given)).rejects.toMatchObject(invalid);
});

test('a mail that is written again has another key, and the earlier one opens nothing', async () => {
  const { email, key } = await invited();
  const { id = '' } = (await database.db.invite.findFirst({ where: { address: email } })) ?? {};
  await database.db.notice.create({ data: { id, kind: 'invite', dueAt: new Date(0) } });
  await sendNotices(stranger());
  expect(keysTo(email)).toHaveLength(2);
  await expect(register(stranger(), { login: newLogin(), password, invite: key })).rejects.toMatchObject(
    invalid,
  );
});

test.each([
  ['grace', 'mail.badRecipients'],
  ['grace@', 'mail.badRecipients'],
  ['a@example.org, b@example.org', 'mail.tooManyRecipients'],
])('%j is refused as %s, and no invite is made', async (email, code) => {
  const boss = await admin();
  await expect(invite(boss, email)).rejects.toMatchObject({ code });
  expect(await database.db.invite.count({ where: { createdById: boss.viewer.id } })).toBe(0);
});

test('an address with a name around it is taken, without mail none, and the password is asked for all the same', async () => {
  const boss = await admin();
  const email = `${newLogin()}@example.org`;
  expect(await invite(boss, `Grace <${email}>`)).toEqual({ key: null, to: email });
  await expect(invite({ ...boss, mail: null }, email)).rejects.toMatchObject({ code: 'mail.off' });
  const wrong = newInvite(boss, { password: 'x', email });
  await expect(wrong).rejects.toMatchObject({ code: 'signup.invitePasswordWrong' });
  expect(await newInvite(boss, { password: invitePassword, email: ' ' })).toMatchObject({ to: 'none' });
});

test('an address gets at most as many invites an hour as other mails', async () => {
  const boss = await admin();
  const { client, config } = limitedContext(now({ RATE_LIMITS: 'on' }));
  const limited = { ...boss, client, config };
  const email = `${newLogin()}@example.org`;
  for (let n = 0; n < 20; n++) await invite(limited, email);
  await expect(invite(limited, email)).rejects.toMatchObject({ code: 'mail.receiverLimit' });
});
