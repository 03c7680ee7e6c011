import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { account } from '@/lib/contract/account/account';
import { alias } from '@/lib/contract/alias/alias';
import { info } from '@/lib/contract/info';
import { share } from '@/lib/contract/share/share';
import { signup } from '@/lib/contract/signup';
import { type Api, api, newAccount } from '@/testing/people/account';
import { admin, TestServer } from '@/testing/server/test-server';

const password = 'correct horse';
const invitePassword = 'the password for invites';
const newLogin = () => `new-${randomBytes(8).toString('hex')}`;

test('where signing up is closed nobody registers and no key is made', async () => {
  const [stranger, boss, user] = [
    await api(),
    await api(await newAccount({ admin: true })),
    await api(await newAccount()),
  ];
  const register = stranger.call(signup.register, { body: { login: newLogin(), password } });
  await expect(register).rejects.toMatchObject({ status: 200, code: 'signup.closed' });
  const newKey = { body: { password: '' } };
  await expect(boss.call(signup.newInvite, newKey)).rejects.toMatchObject({
    status: 200,
    code: 'signup.inviteOff',
  });
  await expect(user.call(signup.newInvite, newKey)).rejects.toMatchObject({ status: 403 });
  await expect(stranger.call(signup.newInvite, newKey)).rejects.toMatchObject({ status: 401 });
});

/** A separate server, because sign-up modes apply to the whole installation. */
function serverWith(env: Record<string, string>) {
  let server: TestServer;
  beforeAll(async () => {
    server = await (await TestServer.make({ env })).start();
  });
  afterAll(() => server.remove());
  const as = (who?: { login: string; password: string }) => api(who, server.url);
  const register = async (login: string, invite?: string | null) =>
    (await as()).call(signup.register, {
      body: { login, password, ...(invite !== undefined && { invite }) },
    });
  return { as, register };
}

describe('by invitation', () => {
  const { as, register } = serverWith({
    SIGNUP_MODE: 'invite',
    INVITE_PASSWORD: invitePassword,
    ALIAS_MEMBERS: 'false',
  });
  const newKey = async () =>
    (await (await as(admin)).call(signup.newInvite, { body: { password: invitePassword } })).key ?? '';
  const invalid = { status: 200, code: 'signup.inviteInvalid' };

  test('a key opens once, for an active account without special rights', async () => {
    const [key, login] = [await newKey(), newLogin()];
    await expect(register(login, key)).resolves.toMatchObject({ success: true, code: null });
    const { items } = await (await as(admin)).call(account.search, { query: { q: login } });
    expect(items).toMatchObject([{ login, source: 'intern', state: 'Active', admin: false, email: null }]);
    await (await as({ login, password })).call(share.search, {});
    await expect(register(newLogin(), key)).rejects.toMatchObject(invalid);
  });

  test.each([[undefined], [null], [''], ['nope'], ['a b'], ['%']])(
    'the key %j opens nothing',
    async (key) => {
      await newKey();
      await expect(register(newLogin(), key)).rejects.toMatchObject(invalid);
    },
  );

  test('a login that is taken leaves the key for another try', async () => {
    const key = await newKey();
    await expect(register(admin.login.toUpperCase(), key)).rejects.toMatchObject({
      status: 200,
      code: 'account.loginTaken',
    });
    await expect(register(newLogin(), key)).resolves.toMatchObject({ success: true });
  });

  test('one of twenty sign-ups with the same key gets in', async () => {
    const key = await newKey();
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => register(newLogin(), key)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject(invalid);
    }
  });

  test('a password that is guessed first makes no account and leaves the key', async () => {
    const [key, login] = [await newKey(), newLogin()];
    const stranger = await as();
    const attempt = (poor: string) =>
      stranger.call(signup.register, { body: { login, password: poor, invite: key } });
    await expect(attempt('iloveyou')).rejects.toMatchObject({ status: 200, code: 'account.passwordCommon' });
    await expect(attempt(`${login}-1`)).rejects.toMatchObject({ code: 'account.passwordIsName' });
    await expect(register(login, key)).resolves.toMatchObject({ success: true });
  });

  test('open invites are for admins alone: seen, noted on, taken back', async () => {
    const [boss, stranger, login] = [await as(admin), await as(), newLogin()];
    await register(login, await newKey());
    const user = await as({ login, password });
    const key = await newKey();
    const find = async () =>
      (await boss.call(signup.invites, {})).items.find(({ keyStart }) => key.startsWith(keyStart));
    const { id = '' } = (await find()) ?? {};
    const calls = [
      (client: Api) => client.call(signup.invites, {}),
      (client: Api) => client.call(signup.labelInvite, { params: { id }, body: { label: 'for Grace' } }),
      (client: Api) => client.call(signup.revokeInvite, { params: { id } }),
    ];
    for (const attempt of calls) {
      await expect(attempt(stranger)).rejects.toMatchObject({ status: 401, code: 'auth.required' });
      await expect(attempt(user)).rejects.toMatchObject({ status: 403, code: 'auth.forbidden' });
    }
    expect(await find()).toMatchObject({ id, label: null, createdBy: admin.login });
    for (const attempt of calls) await attempt(boss);
    for (const attempt of calls.slice(1)) {
      await expect(attempt(boss)).rejects.toMatchObject({ status: 404, code: 'invite.notFound' });
    }
    await expect(register(newLogin(), key)).rejects.toMatchObject(invalid);
  });

  test('a wrong password makes no key, and only admins may try', async () => {
    const boss = await as(admin);
    for (const wrong of ['', 'x', invitePassword.toUpperCase()]) {
      await expect(boss.call(signup.newInvite, { body: { password: wrong } })).rejects.toMatchObject({
        status: 200,
        code: 'signup.invitePasswordWrong',
      });
    }
    const login = newLogin();
    await register(login, await newKey());
    const user = await as({ login, password });
    await expect(user.call(signup.newInvite, { body: { password: invitePassword } })).rejects.toMatchObject({
      status: 403,
    });
  });

  test.each([
    ['login', { login: 'a b', password }],
    ['login', { password }],
    ['password', { login: 'ok', password: 'short' }],
    ['invite', { login: 'ok', password, invite: { not: '' } }],
  ])('a wrong %s is refused by its name', async (field, body) => {
    const attempt = (await as()).call(signup.register, { body: body as { login: string; password: string } });
    await expect(attempt).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(`^${field}: `),
    });
  });

  test('clients are told the mode; without members there is nobody to look for', async () => {
    const boss = await as(admin);
    expect(await boss.call(info.appConfig, {})).toMatchObject({
      signupMode: 'invite',
      aliasMemberEnabled: false,
    });
    await expect(boss.call(alias.members, {})).rejects.toMatchObject({
      status: 404,
      code: 'request.notFound',
    });
  });
});

describe('open to all', () => {
  const { as, register } = serverWith({ SIGNUP_MODE: 'open', INVITE_PASSWORD: invitePassword });

  test('anybody registers, each login once, and invites are not made', async () => {
    const login = newLogin();
    await expect(register(login)).resolves.toMatchObject({ success: true });
    await expect(register(login.toUpperCase(), 'any')).rejects.toMatchObject({ code: 'account.loginTaken' });
    await as({ login, password });
    const boss = await as(admin);
    await expect(boss.call(signup.newInvite, { body: { password: invitePassword } })).rejects.toMatchObject({
      code: 'signup.inviteOff',
    });
  });
});
