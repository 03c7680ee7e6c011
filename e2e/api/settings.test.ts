import { expect, test } from 'vitest';
import { auth } from '@/lib/contract/auth';
import { settings } from '@/lib/contract/settings';
import { type Api, api, newAccount, onDatabase } from '../account';
import { raw } from '../raw';

const newPassword = 'another horse';

const calls: [string, (client: Api) => Promise<unknown>][] = [
  ['getEmail', (client) => client.call(settings.getEmail, {})],
  ['setEmail', (client) => client.call(settings.setEmail, { body: { email: 'a@b.example' } })],
  ['clearEmail', (client) => client.call(settings.clearEmail, {})],
  ['hasPassword', (client) => client.call(settings.hasPassword, {})],
  [
    'changePassword',
    (client) => client.call(settings.changePassword, { body: { oldPassword: 'x', newPassword } }),
  ],
];

test.each(calls)('%s is refused to the signed out', async (_, attempt) => {
  await expect(attempt(await api())).rejects.toMatchObject({ status: 401, code: 'auth.required' });
});

test('the e-mail address is set, read and removed, and is nobody else’s', async () => {
  const [client, other] = [await api(await newAccount()), await api(await newAccount({ admin: true }))];
  const { json } = await raw('GET', '/api/v2/sec/settings/email', { headers: client.headers });
  expect(json).toEqual({ email: null });
  await client.call(settings.setEmail, { body: { email: 'ada@example.org' } });
  expect(await client.call(settings.getEmail, {})).toEqual({ email: 'ada@example.org' });
  expect(await other.call(settings.getEmail, {})).toEqual({ email: null });
  await client.call(settings.setEmail, { body: { email: '' } });
  expect(await client.call(settings.getEmail, {})).toEqual({ email: null });
  await client.call(settings.setEmail, { body: { email: 'ada@example.org' } });
  await client.call(settings.clearEmail, {});
  expect(await client.call(settings.getEmail, {})).toEqual({ email: null });
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
