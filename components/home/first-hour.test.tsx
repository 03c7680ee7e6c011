import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { profile } from '@/lib/contract/account/profile';
import { type ServerSetting, serverSettings } from '@/lib/contract/admin/server-settings';
import { mail } from '@/lib/contract/mail';
import { settings } from '@/lib/contract/settings';
import { type SettingName, settingNames } from '@/lib/domain/server-settings';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { FirstHour } from './first-hour';

const unset: Omit<ServerSetting, 'name'> = {
  value: null,
  isSet: false,
  isFixed: false,
  isIgnored: false,
  isOffAtZero: false,
  control: 'text',
  choices: [],
  fallback: '',
  version: 0,
};

function open(own: Partial<Record<SettingName, Partial<ServerSetting>>> = {}) {
  const server = new ImitatedServer();
  const items = settingNames.map((name) => ({ ...unset, name, ...own[name] }));
  server.on(serverSettings.list, () => ({ items, proof: ['password' as const] }));
  server.on(profile.get, () => ({ name: null, line: null, color: null, picture: null }));
  server.on(settings.getEmail, () => ({ email: null, verified: false, pending: null }));
  const asked = {
    settings: server.on(serverSettings.change, () => ({})),
    name: server.on(profile.save, () => ({})),
    email: server.on(settings.setEmail, () => ({ pending: true, message: 'Open the link.' })),
    test: server.on(mail.test, () => ({})),
  };
  return { server, asked, ...mount(<FirstHour left={['address', 'mail', 'email', 'people', 'share']} />) };
}

const card = async () => within(await screen.findByRole('region', { name: 'Set up this server' }));
const goOn = () => screen.getByRole('button', { name: 'Continue' });

test('one card sets name, address, server and mail, with the password once, and then says what is left', async () => {
  const { asked, person } = open();
  const part = await card();
  const address = part.getByRole<HTMLInputElement>('textbox', { name: 'Public address' });
  await expect.poll(() => address.value).toBe(location.origin); // nobody types it
  part.getByText('You are at this address.');
  await person.type(part.getByLabelText('Your name'), 'Ada');
  await person.type(part.getByLabelText('E-mail address'), 'ada@example.org');
  await person.type(part.getByLabelText('Mail server'), 'mail.example.org');
  await person.type(part.getByLabelText('Current password'), 'ada-ada-ada');
  await person.click(goOn());
  await screen.findByRole('link', { name: /^Add people/ });
  await screen.findByText('Open the link.');
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  expect(asked.settings).toMatchObject([
    {
      body: {
        password: 'ada-ada-ada',
        changes: [
          { name: 'BASE_URL', value: location.origin },
          { name: 'SMTP_URL', value: expect.stringContaining('mail.example.org') },
        ],
      },
    },
  ]);
  expect(asked.name).toMatchObject([{ body: { name: 'Ada' } }]);
  expect(asked.email).toMatchObject([
    { body: { email: 'ada@example.org', was: null, password: 'ada-ada-ada' } },
  ]);
});

test('a test goes to any address, and its answer stands beside the button', async () => {
  const { server, asked, person } = open();
  const part = await card();
  await person.type(part.getByLabelText('E-mail address'), 'ada@example.org');
  const to = part.getByLabelText<HTMLInputElement>('Send a test to');
  expect(to.value).toBe('ada@example.org'); // suggested
  expect(part.getByRole('button', { name: 'Send test' }).hasAttribute('data-disabled')).toBe(true);
  await person.type(part.getByLabelText('Mail server'), 'mail.example.org');
  await person.clear(to);
  await person.type(to, 'crew@example.org');
  await person.type(part.getByLabelText('Current password'), 'ada-ada-ada');
  const items = settingNames.map((name) => ({
    ...unset,
    name,
    value: name === 'SMTP_URL' ? 'smtps://mail.example.org' : null,
  }));
  server.on(serverSettings.list, () => ({ items, proof: ['password' as const] })); // as it will be
  server.on(mail.test, () => refusal('mail.testFailed', { detail: 'ECONNREFUSED' }));
  await person.click(part.getByRole('button', { name: 'Send test' }));
  await part.findByText(/ECONNREFUSED/);
  const tried = server.on(mail.test, () => ({}));
  await person.click(part.getByRole('button', { name: 'Send test' }));
  await expect.poll(() => tried).toMatchObject([{ body: { to: 'crew@example.org' } }]);
  expect(asked.email).toEqual([]);
});

test('what is refused stays in the card, with the reason', async () => {
  const { server, person } = open();
  const part = await card();
  await person.type(part.getByLabelText('E-mail address'), 'ada at example');
  await person.click(goOn());
  expect(document.activeElement).toBe(part.getByLabelText('E-mail address'));
  await person.clear(part.getByLabelText('E-mail address'));
  await person.click(goOn());
  await part.findByText('Please fill in every field.'); // the password
  server.on(serverSettings.change, () => refusal('setting.changed', { field: 'Public address' }));
  await person.type(part.getByLabelText('Current password'), 'ada-ada-ada');
  await person.click(goOn());
  await part.findByText(/Someone else has changed “Public address”/);
});

test('what the environment sets is left as it is, and nothing asks for the password then', async () => {
  const fixed = { isFixed: true, isSet: true, value: 'https://files.example.org' };
  const { asked, person } = open({ BASE_URL: fixed });
  const part = await card();
  expect(part.queryByLabelText('Current password')).toBeNull();
  await person.click(goOn());
  await screen.findByRole('link', { name: /^Add people/ });
  expect([...asked.settings, ...asked.name, ...asked.email]).toEqual([]);
});

test('the card can wait: the list of steps stands in its place', async () => {
  const { person } = open();
  await person.click((await card()).getByRole('button', { name: 'Later' }));
  await screen.findByRole('link', { name: /^Set up mail/ });
});
