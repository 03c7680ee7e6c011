import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '@/lib/contract/errors';
import { decideDevice, fetchDeviceToken, requestDeviceToken } from '@/lib/features/token/device';
import { createToken } from '@/lib/features/token/tokens';
import { callerOf } from '@/lib/server/auth/caller';
import { hashPassword } from '@/lib/server/auth/password';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { removeAccount, removeMarkedAccounts } from '@/lib/server/services/account/remove';
import { confirmEmail } from '@/lib/server/services/account-code/confirm-email';
import { requestReset, sendResetLink } from '@/lib/server/services/account-code/forgot';
import { createResetLink } from '@/lib/server/services/account-code/reset';
import { createAlias } from '@/lib/server/services/alias/save';
import { searchPeople } from '@/lib/server/services/alias/search';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { signIn } from '@/lib/server/services/session/sign-in';
import { signInFederated } from '@/lib/server/services/session/sign-in-federated';
import { inNewSession, openContext, userContext } from '@/testing/service/context';
import { limitedContext, outcomes } from '@/testing/service/limited';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { watchSteps } from '@/testing/service/steps';
import { confirmAgain } from './confirm-again';
import { register } from './register';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());

const password = 'correct horse battery';
const dayMs = 24 * 3_600_000;
const now = (env: Record<string, string> = {}) => ({
  db: database.db,
  now: new Date(),
  ...post.over({ SIGNUP_MODE: 'open', SIGNUP_EMAIL: 'verified', ...env }),
});
const stranger = (env?: Record<string, string>) => openContext(now(env));
const after = (ms: number) => ({ ...stranger(), now: new Date(Date.now() + ms) });
const newLogin = () => `new-${crypto.randomUUID()}`;
const rowOf = (login: string) => database.db.account.findUnique({ where: { login } });
const mailsTo = (address: string) => post.sink.for(address).map(({ email }) => email);
const linksTo = (address: string) =>
  mailsTo(address).flatMap(({ text = '' }) => /\/app\/confirm#(\w{43})/.exec(text)?.[1] ?? []);

async function pending(address?: string) {
  const login = newLogin();
  const email = address ?? `${login}@example.org`;
  expect(await register(stranger(), { login, password, email })).toEqual({ wait: 'yes' });
  await sendNotices(stranger());
  const row = await database.db.account.findUniqueOrThrow({ where: { login } });
  return { id: row.id, login, email: row.email ?? '', token: linksTo(row.email ?? '').at(-1) ?? '' };
}

const refusalOf = (tried: Promise<unknown>): Promise<AppError> =>
  tried.then(
    () => expect.unreachable('it was let in'),
    (error) => error,
  );
const challengeOf = async (login: string, ctx: Context = stranger()) =>
  String((await refusalOf(signIn(ctx, { account: login, password }))).answer.challenge);

test('a new account waits for its address, and opens by the mailed link, once', async () => {
  const grace = await pending();
  expect(await rowOf(grace.login)).toMatchObject({ state: 'Pending', provenEmail: null });
  const { token } = grace;
  const all = await Promise.allSettled(Array.from({ length: 5 }, () => confirmEmail(stranger(), { token })));
  expect(outcomes(all)).toEqual({ ok: 1, 'code.over': 4 });
  expect(await rowOf(grace.login)).toMatchObject({ state: 'Active', provenEmail: grace.email });
  expect((await signIn(stranger(), { account: grace.email, password })).id).toBe(grace.id);
});

test('webhooks are told of a new account when its address is confirmed, once', async () => {
  const { viewer } = await userContext({ ...now(), admin: true });
  const webhookId = crypto.randomUUID();
  const hook = { url: 'https://example.org', events: ['account.created'], format: 'json', secret: 'x' };
  await database.db.webhook.create({
    data: { ...hook, id: webhookId, accountId: viewer.id, createdAt: new Date() },
  });
  const { token } = await pending();
  const told = () => database.db.webhookDelivery.count({ where: { webhookId } });
  expect(await told()).toBe(0);
  await confirmEmail(stranger(), { token });
  expect(await told()).toBe(1);
  await database.db.webhook.delete({ where: { id: webhookId } });
});

test('with the right password one is told what is missing; a wrong one tells nothing', async () => {
  const { login, email } = await pending();
  const right = await refusalOf(signIn(stranger(), { account: login, password }));
  expect(right).toMatchObject({ code: 'auth.unconfirmed', answer: { challenge: expect.any(String) } });
  for (const given of [
    { account: login, password: 'x' },
    { account: email, password },
  ]) {
    const { code, answer } = await refusalOf(signIn(stranger(), given));
    expect({ code, answer }).toEqual({ code: 'auth.loginFailed', answer: {} });
  }
});

test('a pending account comes in by no way, and nobody finds it', async () => {
  const { id, login, email } = await pending();
  const boss = await userContext({ ...now(), admin: true });
  const ghost = await inNewSession({ ...stranger(), viewer: { id, login, admin: false, sessionId: '' } });
  const { token } = await sealSessionToken({ ...ghost.viewer, isKept: true }, ghost.now);
  expect(await callerOf(database.db, new Headers({ 'sharry-auth': token }), ghost.now)).toBeNull();
  const access = createToken(ghost, { name: 'x', scopes: ['read'], validity: dayMs, networks: [] });
  await expect(access).rejects.toMatchObject({ code: 'auth.required' });
  const { userCode, deviceCode } = await requestDeviceToken(stranger(), { name: 'x', scopes: ['read'] });
  await decideDevice(ghost, { userCode, allow: true });
  await expect(fetchDeviceToken(stranger(), { deviceCode })).rejects.toBeInstanceOf(AppError);
  const provider = { source: 'oauth:x', subject: login, login: () => login, email };
  await expect(signInFederated(stranger(), provider)).rejects.toMatchObject({ code: 'auth.otherSource' });

  const before = mailsTo(email).length;
  for (const account of [login, email]) await requestReset(stranger(), { account });
  await sendNotices(stranger());
  expect(mailsTo(email)).toHaveLength(before);
  const noReset = { code: 'account.noReset' };
  await expect(sendResetLink(boss, { accountId: id })).rejects.toMatchObject(noReset);
  await expect(createResetLink(stranger(), { login })).rejects.toMatchObject(noReset);
  expect((await searchPeople(boss, { q: login, page: 1, pageSize: 10 })).items).toEqual([]);
  const inbox = { name: 'Inbox', validity: dayMs, enabled: true, members: [id] };
  await expect(createAlias(boss, inbox)).rejects.toMatchObject({ code: 'request.invalid' });
  expect(await rowOf(login)).toMatchObject({ state: 'Pending', loginCount: 0 });
});

test('an address in use gets a mail about its account instead, and no link, with the same answer', async () => {
  const holder = await userContext({ ...now(), passwordHash: await hashPassword(password) });
  const { id, login: taken } = holder.viewer;
  const email = `${taken}@example.org`;
  await database.db.account.update({ where: { id }, data: { email } });
  const grace = await pending(email.toUpperCase());
  expect(grace.token).toBe('');
  const [mail] = mailsTo(email).concat(mailsTo(grace.email));
  expect(mail).toMatchObject({
    subject: 'You already have an account',
    text: expect.stringContaining(taken),
  });
  expect(mail?.text).not.toContain(grace.login);
  // The login is held, and its password is told the same.
  const again = register(stranger(), { login: grace.login, password, email: 'other@example.org' });
  await expect(again).rejects.toMatchObject({ code: 'account.loginTaken' });
  await confirmAgain(stranger(), { challenge: await challengeOf(grace.login) });
  await sendNotices(stranger());
  expect(linksTo(grace.email)).toEqual([]);
});

test('addresses that are free and in use take the same steps to register', async () => {
  const { token, email } = await pending();
  await confirmEmail(stranger(), { token });
  const stepsFor = async (address: string) => {
    const { db, steps } = watchSteps(database.db);
    await register({ ...stranger(), db }, { login: newLogin(), password, email: address });
    return steps;
  };
  const steps = await stepsFor(email);
  expect(steps).toContain('AccountCode create');
  expect(await stepsFor(`free-${email}`)).toEqual(steps);
});

test('one of several accounts that confirm the same address at once opens', async () => {
  const email = `${newLogin()}@example.org`;
  const tokens: string[] = [];
  for (let n = 0; n < 4; n++) tokens.push((await pending(n % 2 ? email : email.toUpperCase())).token);
  expect(new Set(tokens).size).toBe(4);
  const all = await Promise.allSettled(tokens.map((token) => confirmEmail(stranger(), { token })));
  expect(outcomes(all)).toEqual({ ok: 1, 'code.over': 3 });
});

test('the link is mailed again three times a day, and the latest opens, after the first has ended', async () => {
  const { login, email, token } = await pending();
  const limited = limitedContext(now({ RATE_LIMITS: 'on' }));
  const challenge = await challengeOf(login);
  for (let n = 0; n < 3; n++) await confirmAgain(limited, { challenge });
  const many = { code: 'limit.attempts' };
  await expect(confirmAgain(limited, { challenge })).rejects.toMatchObject(many);
  await expect(confirmAgain(limited, { challenge: await challengeOf(login) })).rejects.toMatchObject(many);
  await sendNotices(stranger());
  expect(linksTo(email).length).toBeGreaterThan(1);
  const late = after(dayMs + 60_000);
  await expect(confirmEmail(late, { token })).rejects.toMatchObject({ code: 'code.over' });
  await confirmAgain(late, { challenge: await challengeOf(login, late) });
  await sendNotices(late);
  await expect(confirmEmail(late, { token: linksTo(email).at(-1) ?? '' })).resolves.toBeUndefined();
  for (const old of [challenge, 'none', ''])
    await expect(confirmAgain(stranger(), { challenge: old })).rejects.toMatchObject({
      code: 'auth.challengeOver',
    });
});

test('a mailbox gets ten such mails a day, however many accounts are made for it', async () => {
  const email = `${newLogin()}@example.org`;
  const limited = () => limitedContext(now({ RATE_LIMITS: 'on' }));
  const each = () => register(limited(), { login: newLogin(), password, email });
  const all = await Promise.allSettled(Array.from({ length: 12 }, each));
  expect(outcomes(all)).toEqual({ ok: 10, 'limit.attempts': 2 });
});

test('an account that is not confirmed holds its login for a week, then it is deleted', async () => {
  const { login, email, token } = await pending();
  const elsewhere = { login, password, email };
  await removeMarkedAccounts(after(7 * dayMs - 60_000));
  await expect(register(stranger(), elsewhere)).rejects.toMatchObject({ code: 'account.loginTaken' });
  await removeMarkedAccounts(after(7 * dayMs + 60_000));
  await expect(confirmEmail(stranger(), { token })).rejects.toMatchObject({ code: 'code.over' });
  await expect(register(stranger(), elsewhere)).resolves.toEqual({ wait: 'yes' });
});

test('an admin lets a pending account in, or deletes it; nobody else is made pending', async () => {
  const [one, other] = [await pending(), await pending()];
  const boss = await userContext({ ...now(), admin: true });
  const common = { admin: false, email: one.email } as const;
  await modifyAccount(boss, { accountId: one.id, state: 'Pending', ...common });
  await modifyAccount(boss, { accountId: one.id, state: 'Active', ...common });
  expect((await signIn(stranger(), { account: one.login, password })).id).toBe(one.id);
  await expect(modifyAccount(boss, { accountId: one.id, state: 'Pending', ...common })).rejects.toMatchObject(
    {
      values: { field: 'state' },
    },
  );
  await removeAccount(boss, { accountId: other.id });
  await expect(confirmEmail(stranger(), { token: other.token })).rejects.toMatchObject({ code: 'code.over' });
});

test('a pending account that an admin disables, or gives another address, is not opened by the link', async () => {
  const boss = await userContext({ ...now(), admin: true });
  for (const change of [{ state: 'Disabled' }, { state: 'Pending', email: 'else@example.org' }] as const) {
    const { id: accountId, token, email } = await pending();
    await modifyAccount(boss, { accountId, admin: false, email, ...change });
    await expect(confirmEmail(stranger(), { token })).rejects.toMatchObject({ code: 'code.over' });
  }
});

const missing = { code: 'request.invalid', values: { field: 'email', reason: 'missing' } };
const wrong = { code: 'request.invalid', values: { field: 'email', reason: 'notAnEmail' } };
const closed = { code: 'signup.domainClosed' };
const domains = { SIGNUP_DOMAINS: 'Example.org bücher.example' };

test.each<[email: string | null, env: Record<string, string>, refusal: object | null]>([
  [null, {}, missing],
  ['  ', {}, missing],
  ['ada', {}, wrong],
  ['ada@a..b', {}, wrong],
  ['ada@anywhere.example', {}, null],
  ['ada@EXAMPLE.ORG', domains, null],
  ['ada@bücher.example', domains, null],
  ['ada@xn--bcher-kva.example', domains, null],
  ['ada@sub.example.org', domains, closed],
  ['ada@notexample.org', domains, closed],
  ['ada@example.org.evil.example', domains, closed],
  ['example.org@evil.example', domains, closed],
])('with %j and the settings %j sign-up is refused with %j', async (email, env, refusal) => {
  const login = newLogin();
  const tried = register(stranger(env), { login, password, email });
  if (refusal) await expect(tried).rejects.toMatchObject(refusal);
  else await expect(tried).resolves.toEqual({ wait: 'yes' });
  expect(await rowOf(login)).toEqual(refusal ? null : expect.objectContaining({ state: 'Pending' }));
});

test('without a mail server, nobody can confirm an address, so nobody can sign up', async () => {
  const login = newLogin();
  const off = { ...stranger(), mail: null };
  const tried = register(off, { login, password, email: 'ada@example.org' });
  await expect(tried).rejects.toMatchObject({ code: 'mail.off' });
  expect(await rowOf(login)).toBeNull();
});

test('an optional address counts once it is confirmed, and where it is off nothing is asked', async () => {
  const optional = stranger({ SIGNUP_EMAIL: 'optional' });
  const [one, other, third, fourth] = [newLogin(), newLogin(), newLogin(), newLogin()];
  const email = `${one}@example.org`;
  expect(await register(optional, { login: one, password, email })).toEqual({ wait: 'no' });
  expect(await rowOf(one)).toMatchObject({ state: 'Active', email: null });
  await sendNotices(stranger());
  await confirmEmail(stranger(), { token: linksTo(email).at(-1) ?? '' });
  expect(await rowOf(one)).toMatchObject({ state: 'Active', email, provenEmail: email });
  await expect(register(optional, { login: other, password, email: 'x' })).rejects.toMatchObject(wrong);
  await register(optional, { login: other, password });
  await register({ ...optional, mail: null }, { login: third, password, email: 'ada@x.example' });
  await register(stranger({ SIGNUP_EMAIL: 'off' }), { login: fourth, password, email: 'nothing' });
  expect(await rowOf(other)).toMatchObject({ state: 'Active', email: null });
  expect(await rowOf(third)).toMatchObject({ state: 'Active', email: 'ada@x.example', provenEmail: null });
  expect(await rowOf(fourth)).toMatchObject({ state: 'Active', email: null });
});
