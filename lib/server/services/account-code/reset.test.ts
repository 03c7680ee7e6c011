import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountCode } from '@/lib/contract/account/account-code';
import { decideDevice, requestDeviceToken } from '@/lib/features/token/device';
import { createToken } from '@/lib/features/token/tokens';
import { callerOf } from '@/lib/server/auth/caller';
import { hashPassword, verifyPassword } from '@/lib/server/auth/password';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { Context, UserContext } from '@/lib/server/context';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { removeAccount } from '@/lib/server/services/account/remove';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { signIn } from '@/lib/server/services/session/sign-in';
import { changePassword } from '@/lib/server/services/settings/password';
import { inNewSession, openContext, userContext } from '@/testing/service/context';
import { limitedContext, outcomes } from '@/testing/service/limited';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { watchSteps } from '@/testing/service/steps';
import { createCode, readCode, writeCode } from './code';
import { requestReset, sendResetLink } from './forgot';
import { createResetLink, resetPassword } from './reset';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  database = await ownDatabase();
});
afterAll(() => database.remove());

const password = 'correct horse battery';
const next = 'another horse battery';
const over = expect.objectContaining({ code: 'code.over' });

const now = () => ({ db: database.db, now: new Date(), ...post.over() });
const stranger = () => openContext(now());

type PersonOptions = {
  email?: string | null;
  source?: string;
  state?: 'Active' | 'Disabled';
  admin?: boolean;
};

async function person({ email, admin = false, ...columns }: PersonOptions = {}) {
  const ctx = await userContext({ ...now(), admin, passwordHash: await hashPassword(password) });
  const { id, login } = ctx.viewer;
  const address = email === undefined ? `${login}@example.org` : email;
  await ctx.db.account.update({ where: { id }, data: { email: address, ...columns } });
  return { ctx, id, login, address: address ?? '' };
}

const linksIn = (text: string) => [...text.matchAll(/\/app\/reset#(\w+)/g)].map(([, code = '']) => code);
const mailsTo = (address: string) => post.sink.for(address).map(({ email }) => email);
const codesTo = (address: string) => mailsTo(address).flatMap(({ text = '' }) => linksIn(text));

async function forget(account: string, ctx: Context = stranger()): Promise<void> {
  await requestReset(ctx, { account });
  await sendNotices(stranger());
}

async function codeFor({ login, address }: { login: string; address: string }): Promise<string> {
  await forget(login);
  return codesTo(address).at(-1) ?? '';
}

test.each(['login', 'address'] as const)('who forgot the password gets a link by %s', async (by) => {
  const ada = await person();
  await forget(ada[by].toUpperCase());
  const [mail] = mailsTo(ada.address);
  const [code = ''] = linksIn(mail?.text ?? '');
  expect(code).toMatch(/^\w{43}$/);
  expect(mail?.text).toContain(`https://files.example.org/app/reset#${code}`);
  expect(mail?.html).toContain(`href="https://files.example.org/app/reset#${code}"`);
  expect(await readCode(stranger(), code)).toMatchObject({ kind: 'reset', login: ada.login });
  const rows = JSON.stringify(await database.db.accountCode.findMany());
  expect(rows).not.toContain(code);
  expect(JSON.stringify(await database.db.auditEvent.findMany(), bigints)).not.toContain(code);
});

const bigints = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

test('one mail lists every login of an address, each with a link of its own', async () => {
  const email = `shared-${Date.now()}@example.org`;
  const [ada, bob] = [await person({ email }), await person({ email: email.toUpperCase() })];
  await person({ email, state: 'Disabled' });
  await person({ email, source: 'oauth:x' });
  await forget(ada.login);
  const [mail, ...more] = [...mailsTo(email), ...mailsTo(email.toUpperCase())];
  expect(more).toEqual([]);
  const [first = '', second = '', ...rest] = linksIn(mail?.text ?? '');
  expect(rest).toEqual([]);
  const logins = [await readCode(stranger(), first), await readCode(stranger(), second)].map((c) => c.login);
  expect(logins.sort()).toEqual([ada.login, bob.login].sort());
  await resetPassword(stranger(), { token: first, password: next });
  expect((await readCode(stranger(), second)).login).not.toBe(
    (mail?.text ?? '').includes(first) && logins[2],
  );
});

test.each<[string, PersonOptions]>([
  ['disabled', { state: 'Disabled' }],
  ['a provider’s', { source: 'oauth:x' }],
  ['a proxy’s', { source: 'extern' }],
  ['without an address', { email: null }],
])('an account that is %s gets no link, and the answer is the same', async (_, options) => {
  const grace = await person(options);
  await expect(forget(grace.login)).resolves.toBeUndefined();
  await expect(forget(`nobody-${grace.login}`)).resolves.toBeUndefined();
  if (grace.address) expect(mailsTo(grace.address)).toEqual([]);
  expect(await database.db.accountCode.count({ where: { accountId: grace.id } })).toBe(0);
  expect(await database.db.notice.count()).toBe(0);
});

test('known and unknown names take the same steps, of which none reads an account', async () => {
  const ada = await person();
  const stepsFor = async (account: string) => {
    const { db, steps } = watchSteps(database.db);
    await requestReset({ ...stranger(), db }, { account });
    return steps;
  };
  const steps = await stepsFor(ada.login);
  expect(steps.join('\n')).toContain('INSERT INTO "Notice"');
  expect(steps.join('\n')).not.toMatch(/"Account"|^Account /m);
  expect(await stepsFor(`x-${ada.login}`)).toEqual(steps);
  await database.db.notice.deleteMany();
});

test('an address gets three links an hour, and a client asks ten times', async () => {
  const ada = await person();
  const config = { ...stranger().config, RATE_LIMITS: true };
  const limited = () => limitedContext({ ...now(), config });
  const job = { ...stranger(), config };
  for (let time = 0; time < 5; time++) {
    await requestReset(limited(), { account: time % 2 ? ada.login : ada.address });
    await sendNotices(job);
  }
  expect(codesTo(ada.address)).toHaveLength(3);
  const client = limited();
  const tries = Array.from({ length: 12 }, (_, n) => requestReset(client, { account: `nobody-${n}` }));
  expect(outcomes(await Promise.allSettled(tries))).toEqual({ ok: 10, 'limit.attempts': 2 });
  await sendNotices(job);
});

test('without a mail server, no reset mail is promised', async () => {
  await expect(requestReset({ ...stranger(), mail: null }, { account: 'ada' })).rejects.toMatchObject({
    code: 'mail.off',
  });
});

test('a new password ends all that the account was signed in with, and signs nobody in', async () => {
  const ada = await person();
  const ctx = await inNewSession(ada.ctx);
  const { token: accessToken } = await createToken(ctx, {
    name: 'x',
    scopes: ['read'],
    validity: 60_000,
    networks: [],
  });
  const device = await requestDeviceToken(stranger(), { name: 'x', scopes: ['read'] });
  await decideDevice(ctx, { userCode: device.userCode, allow: true });
  const { token: sessionToken } = await sealSessionToken(
    { sessionId: ctx.viewer.sessionId, isKept: false },
    ctx.now,
  );
  const [earlier, token] = [await codeFor(ada), await codeFor(ada)];
  await resetPassword(stranger(), { token, password: next });

  const { passwordHash, loginCount, provenEmail } = await database.db.account.findUniqueOrThrow({
    where: { id: ada.id },
  });
  expect(await verifyPassword(passwordHash, next)).toBe(true);
  expect({ loginCount, provenEmail }).toEqual({ loginCount: 0, provenEmail: ada.address });
  for (const dead of [accessToken, sessionToken]) {
    const headers = new Headers({ 'sharry-auth': String(dead) });
    expect(await callerOf(database.db, headers, new Date())).toBeNull();
  }
  expect(await database.db.deviceRequest.count({ where: { accountId: ada.id } })).toBe(0);
  for (const dead of [earlier, token]) await expect(readCode(stranger(), dead)).rejects.toEqual(over);
  await sendNotices(stranger());
  expect(mailsTo(ada.address).at(-1)?.subject).toBe('The password of your account was reset');
  const event = await database.db.auditEvent.findFirst({
    where: { event: 'account.reset', objectId: ada.id },
  });
  expect(event).toMatchObject({ actorLogin: ada.login, outcome: 'ok' });
});

test('a link works once, however many use it at once', async () => {
  const ada = await person();
  const token = await codeFor(ada);
  const all = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => resetPassword(stranger(), { token, password: `${next} ${n}` })),
  );
  expect(outcomes(all)).toEqual({ ok: 1, 'code.over': 5 });
});

test('looking spends nothing, and neither does a password that is refused', async () => {
  const ada = await person();
  const token = await codeFor(ada);
  for (let time = 0; time < 3; time++) await readCode(stranger(), token);
  await expect(resetPassword(stranger(), { token, password: 'password123' })).rejects.toMatchObject({
    code: 'account.passwordCommon',
  });
  await expect(resetPassword(stranger(), { token, password: next })).resolves.toBeUndefined();
});

test.each<[string, (ctx: Context) => Context]>([
  ['guessed', (ctx) => ctx],
  ['after half an hour', (ctx) => ({ ...ctx, now: new Date(ctx.now.getTime() + 30 * 60_000) })],
])('a code %s opens nothing', async (kind, at) => {
  const ada = await person();
  const code = await codeFor(ada);
  const token = kind === 'guessed' ? code.replace(/^./, (sign) => (sign === 'x' ? 'y' : 'x')) : code;
  await expect(resetPassword(at(stranger()), { token, password: next })).rejects.toEqual(over);
  const { passwordHash } = await database.db.account.findUniqueOrThrow({ where: { id: ada.id } });
  expect(await verifyPassword(passwordHash, password)).toBe(true);
});

test('a code of another kind sets no password', async () => {
  const ada = await person();
  const id = await createCode(ada.ctx, database.db, {
    accountId: ada.id,
    kind: 'email',
    address: 'x@y.example',
  });
  const token = (await writeCode(ada.ctx, id)) ?? '';
  await expect(resetPassword(stranger(), { token, password: next })).rejects.toEqual(over);
});

type ForgetfulPerson = { ctx: UserContext; id: string };
const whole = { state: 'Active', admin: false, password: null } as const;
const endings: Record<string, (ada: ForgetfulPerson, boss: UserContext) => Promise<unknown>> = {
  'a new password of one’s own': ({ ctx }) =>
    changePassword(ctx, { oldPassword: password, newPassword: next }),
  'a new password by an admin': ({ id }, boss) =>
    modifyAccount(boss, { ...whole, password: next, accountId: id }),
  disabling: ({ id }, boss) => modifyAccount(boss, { ...whole, state: 'Disabled', accountId: id }),
  deletion: ({ id }, boss) => removeAccount(boss, { accountId: id }),
  'another address': ({ id, ctx }) =>
    ctx.db.account.update({ where: { id }, data: { email: 'x@y.example' } }),
};

test.each(Object.entries(endings))('%s ends the links that were mailed before', async (_, end) => {
  const [ada, boss] = [await person(), await person({ admin: true })];
  const token = await codeFor(ada);
  await end(ada, boss.ctx);
  await expect(readCode(stranger(), token)).rejects.toEqual(over);
  await expect(resetPassword(stranger(), { token, password: next })).rejects.toEqual(over);
});

test('a reset and a change of the password at once don’t wait for each other for ever', async () => {
  for (let round = 0; round < 5; round++) {
    const ada = await person();
    const token = await codeFor(ada);
    const both = await Promise.allSettled([
      resetPassword(stranger(), { token, password: next }),
      changePassword(ada.ctx, { oldPassword: password, newPassword: `${next} 2` }),
    ]);
    const codes = both.map((each) => (each.status === 'rejected' ? each.reason.code : 'ok')).sort();
    expect(['code.over,ok', 'ok,settings.passwordWrong']).toContain(codes.join());
  }
});

test('an admin sends a link to one account, an operator gets one for an account without an address', async () => {
  const email = `two-${Date.now()}@example.org`;
  const ada = await person({ email });
  await person({ email });
  const boss = await person({ admin: true });
  await sendResetLink(boss.ctx, { accountId: ada.id });
  await sendNotices(stranger());
  const codes = codesTo(email);
  expect(await Promise.all(codes.map(async (code) => (await readCode(stranger(), code)).login))).toEqual([
    ada.login,
  ]);
  const grace = await person({ email: null });
  for (const refused of [grace, await person({ source: 'oauth:x' }), await person({ state: 'Disabled' })]) {
    await expect(sendResetLink(boss.ctx, { accountId: refused.id })).rejects.toMatchObject({
      code: 'account.noReset',
    });
  }
  await expect(sendResetLink(boss.ctx, { accountId: 'none' })).rejects.toMatchObject({
    code: 'account.notFound',
  });
  const link = await createResetLink(stranger(), { login: grace.login });
  await resetPassword(stranger(), { token: linksIn(link)[0] ?? '', password: next });
  expect((await signIn(stranger(), { account: grace.login, password: next })).id).toBe(grace.id);
});

test('the contract takes a code from a link and refuses an empty name', () => {
  expect(accountCode.forgot.body.safeParse({ account: ' ' }).success).toBe(false);
  expect(accountCode.forgot.body.parse({ account: ' ada ' })).toEqual({ account: 'ada' });
});

test('signing in by an address works where it is proven and belongs to one account', async () => {
  const ada = await person();
  const enter = (account: string) => signIn(stranger(), { account, password });
  const refused = { code: 'auth.loginFailed' };
  await expect(enter(ada.address)).rejects.toMatchObject(refused);
  const prove = (id: string) =>
    database.db.account.update({ where: { id }, data: { provenEmail: ada.address } });
  await prove(ada.id);
  expect((await enter(` ${ada.address.toUpperCase()}`)).id).toBe(ada.id);
  const bob = await person({ email: ada.address });
  expect((await enter(ada.address)).id).toBe(ada.id);
  await prove(bob.id);
  await expect(enter(ada.address)).rejects.toMatchObject(refused);
  await database.db.account.update({ where: { id: bob.id }, data: { email: 'x@y.example' } });
  expect((await enter(ada.address)).id).toBe(ada.id);
  await database.db.account.update({
    where: { id: bob.id },
    data: { login: ada.address, provenEmail: null },
  });
  expect((await enter(ada.address)).id).toBe(bob.id);
});
