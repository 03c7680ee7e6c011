import { expect, test } from 'vitest';
import { account } from '@/lib/contract/account/account';
import { auth } from '@/lib/contract/auth';
import { session } from '@/lib/contract/session';
import { settings } from '@/lib/contract/settings';
import { raw } from '@/testing/network/raw';
import { api, newAccount, onDatabase } from '@/testing/people/account';

const newPassword = 'another horse';

test('the e-mail address is set, read and removed, and is nobody else’s', async () => {
  const [client, other] = [await api(await newAccount()), await api(await newAccount({ admin: true }))];
  const { json } = await raw('GET', '/api/v2/sec/settings/email', { headers: client.headers });
  expect(json).toEqual({ email: null, verified: false, pending: null });
  await client.call(settings.setEmail, { body: { email: 'ada@example.org' } });
  expect(await client.call(settings.getEmail, {})).toMatchObject({ email: 'ada@example.org' });
  expect(await other.call(settings.getEmail, {})).toMatchObject({ email: null });
  await client.call(settings.setEmail, { body: { email: '' } });
  expect(await client.call(settings.getEmail, {})).toMatchObject({ email: null });
  await client.call(settings.setEmail, { body: { email: 'ada@example.org' } });
  await client.call(settings.clearEmail, {});
  expect(await client.call(settings.getEmail, {})).toMatchObject({ email: null });
});

test.each([
  'ada',
  'a@b@c',
  'a b@c.example',
  '"a@evil"@b.example',
  'a@b.example, c@d.example',
  'a@b.example\0',
])('%j is refused as an e-mail address', async (email) => {
  const client = await api(await newAccount());
  const attempt = client.call(settings.setEmail, { body: { email } });
  await expect(attempt).rejects.toMatchObject({
    status: 400,
    code: 'request.invalid',
    message: expect.stringMatching(/^email: /),
  });
});

test('a changed password works from now on, the old one not, and other sessions end', async () => {
  const person = await newAccount();
  const [here, elsewhere] = [await api(person), await api(person)];
  await here.call(settings.hasPassword, {});
  await here.call(settings.changePassword, { body: { oldPassword: person.password, newPassword } });
  await expect(here.call(auth.session, {})).resolves.toMatchObject({ user: person.login });
  await expect(elsewhere.call(auth.session, {})).rejects.toMatchObject({ status: 401 });
  await expect(api(person)).rejects.toMatchObject({ code: 'auth.loginFailed' });
  await expect(api({ ...person, password: newPassword })).resolves.toHaveProperty('token');
});

test('a wrong old password is refused with 200, a poor new one with 400', async () => {
  const person = await newAccount();
  const client = await api(person);
  const change = (oldPassword: string, next: string) =>
    client.call(settings.changePassword, { body: { oldPassword, newPassword: next } });
  await expect(change('wrong', newPassword)).rejects.toMatchObject({
    status: 200,
    code: 'settings.passwordWrong',
  });
  for (const poor of ['', '1234567', 'x'.repeat(1025), 'nul\0nul\0']) {
    await expect(change(person.password, poor)).rejects.toMatchObject({
      status: 400,
      message: expect.stringMatching(/^newPassword: /),
    });
  }
  await expect(api(person)).resolves.toHaveProperty('token');
});

test('an account that signs in elsewhere is told that it has no password here', async () => {
  const person = await newAccount();
  const client = await api(person);
  await onDatabase((db) => db.query(`UPDATE "Account" SET source = 'extern' WHERE id = $1`, [person.id]));
  const refused = { status: 200, code: 'settings.noPassword' };
  await expect(client.call(settings.hasPassword, {})).rejects.toMatchObject(refused);
  await expect(
    client.call(settings.changePassword, { body: { oldPassword: person.password, newPassword } }),
  ).rejects.toMatchObject(refused);
});

test.each([
  ['Iloveyou', 'account.passwordCommon'],
  ['Slipway!', 'account.passwordIsName'],
])('%s is refused as a new password, no matter who sets it', async (poor, code) => {
  const person = await newAccount();
  const [client, boss] = [await api(person), await api(await newAccount({ admin: true }))];
  const refused = { status: 200, code };
  const body = { oldPassword: person.password, newPassword: poor };
  await expect(client.call(settings.changePassword, { body })).rejects.toMatchObject(refused);
  const active = { state: 'Active', admin: false, password: poor };
  const params = { id: person.id };
  await expect(boss.call(account.modify, { params, body: active })).rejects.toMatchObject(refused);
  const login = `new-${person.login}`;
  await expect(boss.call(account.create, { body: { ...active, login } })).rejects.toMatchObject(refused);
  await expect(api(person)).resolves.toHaveProperty('token');
});

test('choices are kept with the account, each alone, and are nobody else’s', async () => {
  const person = await newAccount();
  const [client, other] = [await api(person), await api(await newAccount({ admin: true }))];
  const { json } = await raw('GET', '/api/v2/sec/settings/preferences', { headers: client.headers });
  const nothing = {
    language: null,
    timezone: null,
    theme: null,
    autoPublish: true,
    firstSteps: true,
    showName: expect.any(Boolean),
    tellFirst: false,
    tellEvery: false,
    tellLimit: false,
    tellEnd: true,
    tellSignIn: true,
  };
  expect(json).toEqual(nothing);
  await client.call(settings.setPreferences, { body: { language: 'de', timezone: 'Europe/Berlin' } });
  await client.call(settings.setPreferences, { body: { autoPublish: false } });
  const elsewhere = await api(person);
  const chosen = {
    language: 'de',
    timezone: 'Europe/Berlin',
    theme: null,
    autoPublish: false,
    firstSteps: true,
    showName: expect.any(Boolean),
    tellFirst: false,
    tellEvery: false,
    tellLimit: false,
    tellEnd: true,
    tellSignIn: true,
  };
  expect(await elsewhere.call(settings.getPreferences, {})).toEqual(chosen);
  expect(await other.call(settings.getPreferences, {})).toEqual(nothing);
});

test.each([
  ['language', { language: 'tlh' }],
  ['timezone', { timezone: '../etc/passwd' }],
  ['theme', { theme: 'pink' }],
  ['autoPublish', { autoPublish: 1 }],
])('a %s that can’t be is refused by its name', async (field, body) => {
  const client = await api(await newAccount());
  const { status, json } = await raw('POST', '/api/v2/sec/settings/preferences', {
    headers: client.headers,
    body: JSON.stringify(body),
  });
  expect(status).toBe(400);
  expect(json).toMatchObject({ code: 'request.invalid', message: expect.stringMatching(`^${field}: `) });
});

test('the sessions of an account are listed and ended, and nobody else’s', async () => {
  const person = await newAccount();
  const [here, there, third] = [await api(person), await api(person), await api(person)];
  const boss = await api(await newAccount({ admin: true }));
  const { items } = await here.call(session.list, {});
  expect(items.map(({ current }) => current)).toEqual([true, false, false]);
  expect(items[0]).toMatchObject({
    browser: 'Node.js',
    system: null,
    address: expect.stringMatching(/[.:]/),
  });

  const { items: theirs } = await there.call(session.list, {});
  const params = { id: theirs[0]?.id ?? '' };
  await expect(boss.call(session.end, { params })).rejects.toMatchObject({
    status: 404,
    code: 'session.notFound',
  });
  await here.call(session.end, { params });
  await expect(there.call(session.list, {})).rejects.toMatchObject({ status: 401 });
  await expect(here.call(session.end, { params })).rejects.toMatchObject({ status: 404 });

  await here.call(session.endOthers, {});
  await expect(third.call(session.list, {})).rejects.toMatchObject({ status: 401 });
  expect((await here.call(session.list, {})).items).toHaveLength(1);
  expect((await boss.call(session.list, {})).items).toHaveLength(1);
});
