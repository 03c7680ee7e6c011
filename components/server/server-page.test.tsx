import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ServerSetting, serverSettings } from '@/lib/contract/admin/server-settings';
import { mail } from '@/lib/contract/mail';
import { type SettingName, settingNames } from '@/lib/domain/server-settings';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { ServerPage } from './server-page';

const unset: Omit<ServerSetting, 'name'> = {
  value: null,
  isSet: false,
  isFixed: false,
  isIgnored: false,
  fallback: '',
  isOffAtZero: false,
  control: 'text',
  choices: [],
  version: 0,
};

const drawn: Partial<Record<SettingName, Partial<ServerSetting>>> = {
  SIGNUP_MODE: { control: 'choice', choices: ['closed', 'invite', 'open'] },
  AUTO_PUBLISH: { control: 'flag', fallback: 'false' },
  PRIVACY: { control: 'markdown' },
};

async function open(proof: ('password' | 'code')[], set: Partial<Record<string, string>> = {}) {
  const server = new ImitatedServer();
  const items = settingNames.map((name) => ({ ...unset, ...drawn[name], name, value: set[name] ?? null }));
  const listed = server.on(serverSettings.list, () => ({ items, proof }));
  const asked = server.on(serverSettings.change, () => ({}));
  const { person } = mount(<ServerPage />);
  await expect.poll(() => listed.length).toBeGreaterThan(0);
  const section = (name: string) => within(screen.getByRole('region', { name }));
  return { server, asked, person, section };
}

test.each([
  ['Public address', 'Public address', 'https://files.example.org', 'BASE_URL'],
  ['Mail', 'Mail server', 'mail.example.org', 'SMTP_URL'],
  ['Mail', 'Sender', 'files@example.org', 'MAIL_FROM'],
  ['Directory', 'Address of the directory', 'ldaps://ldap.example.org', 'LDAP_URL'],
])('%s: whoever changes “%s” gives their own password with it', async (name, label, text, setting) => {
  const { asked, person, section } = await open(['password']);
  const part = section(name);
  expect(part.queryByLabelText('Current password')).toBeNull();
  await person.type(part.getByLabelText(label), text);
  const own = await part.findByLabelText('Current password');
  await person.click(part.getByRole('button', { name: 'Save' }));
  await part.findByText('Please fill in every field.');
  expect(asked).toHaveLength(0);
  await person.type(own, 'seven grey herons');
  await person.click(part.getByRole('button', { name: 'Save' }));
  await part.findByText('Saved.');
  expect(asked).toMatchObject([
    { body: { changes: [{ name: setting }], password: 'seven grey herons', code: '' } },
  ]);
  expect(part.queryByLabelText('Current password')).toBeNull();
});

test('a new provider, with its secret, is saved by who gives password and code', async () => {
  const { asked, person, section } = await open(['password', 'code']);
  const part = section('Sign-in providers');
  await person.click(part.getByRole('button', { name: 'Add a provider' }));
  part.getByRole('button', { name: 'Show Client secret' });
  await person.type(part.getByLabelText('Client secret'), 'whispered');
  await person.type(await part.findByLabelText('Current password'), 'seven grey herons');
  await person.click(part.getByRole('button', { name: 'Save' }));
  await part.findByText('Please fill in every field.');
  expect(asked).toHaveLength(0);
  await person.type(part.getByLabelText('Code or recovery code'), '123456');
  await person.click(part.getByRole('button', { name: 'Save' }));
  await part.findByText('Saved.');
  expect(asked).toMatchObject([{ body: { password: 'seven grey herons', code: '123456' } }]);
});

test('limits are saved, and a mail server that is set is tried, without the password', async () => {
  const { server, asked, person, section } = await open(['password'], {
    SMTP_URL: 'smtps://mail.example.org',
  });
  const limits = section('Limits');
  await person.type(limits.getByLabelText('Largest share'), '2G');
  expect(limits.queryByLabelText('Current password')).toBeNull();
  await person.click(limits.getByRole('button', { name: 'Save' }));
  await expect.poll(() => asked.length).toBe(1);
  const tried = server.on(mail.test, () => ({}));
  await person.click(section('Mail').getByRole('button', { name: 'Send test' }));
  await expect.poll(() => tried.length).toBe(1);
  expect(asked).toHaveLength(1);
});

test('each setting is set in a field of its kind, and a choice has the words that the server named', async () => {
  const { section } = await open([]);
  const mode = await section('Sign-up').findByRole('combobox', { name: 'Who can sign up' });
  expect([...mode.querySelectorAll('option')].map(({ value }) => value)).toEqual([
    'closed',
    'invite',
    'open',
  ]);
  section('Limits').getByRole('switch', { name: /^Publish shares when/ });
  expect(section('Legal pages').getByLabelText('Privacy').tagName).toBe('TEXTAREA');
});
