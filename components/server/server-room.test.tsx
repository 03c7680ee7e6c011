import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ServerSetting, serverSettings } from '@/lib/contract/admin/server-settings';
import { mail } from '@/lib/contract/mail';
import { type ServerRoom as Room, type SettingName, settingNames } from '@/lib/domain/server-settings';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { ServerRoom } from './server-room';

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
  MAX_SIZE: { fallback: '10G' },
  AUTO_PUBLISH: { control: 'flag', fallback: 'false' },
  PRIVACY: { control: 'markdown' },
};

async function open(room: Room, proof: ('password' | 'code')[], set: Partial<Record<string, string>> = {}) {
  const server = new ImitatedServer();
  const items = settingNames.map((name) => ({ ...unset, ...drawn[name], name, value: set[name] ?? null }));
  const listed = server.on(serverSettings.list, () => ({ items, proof }));
  const asked = server.on(serverSettings.change, () => ({}));
  const { person } = mount(<ServerRoom room={room} />);
  await expect.poll(() => listed.length).toBeGreaterThan(0);
  const section = async (name: string) => within(await screen.findByRole('region', { name }));
  const save = () => person.click(screen.getByRole('button', { name: 'Save' }));
  return { server, asked, person, section, save };
}

test.each([
  ['general', 'Public address', 'https://files.example.org', 'BASE_URL'],
  ['mail', 'Mail server', 'mail.example.org', 'SMTP_URL'],
  ['mail', 'Sender', 'files@example.org', 'MAIL_FROM'],
  ['signin', 'Address of the directory', 'ldaps://ldap.example.org', 'LDAP_URL'],
] as const)(
  'in the room “%s”, whoever changes “%s” gives their own password with it',
  async (room, label, text, setting) => {
    const { asked, person, save } = await open(room, ['password']);
    await person.type(await screen.findByRole('textbox', { name: label }), text);
    const own = await screen.findByLabelText('Current password');
    await save();
    await screen.findByText('Please fill in every field.');
    expect(asked).toHaveLength(0);
    await person.type(own, 'seven grey herons');
    await save();
    await screen.findByText('Saved.');
    expect(asked).toMatchObject([
      { body: { changes: [{ name: setting }], password: 'seven grey herons', code: '' } },
    ]);
    expect(screen.queryByLabelText('Current password')).toBeNull();
  },
);

test('a new provider, with its secret, is saved by who gives password and code', async () => {
  const { asked, person, section, save } = await open('signin', ['password', 'code']);
  const part = await section('Sign-in providers');
  await person.click(part.getByRole('button', { name: 'Add a provider' }));
  part.getByRole('button', { name: 'Show Client secret' });
  await person.type(part.getByLabelText('Client secret'), 'whispered');
  await person.type(await screen.findByLabelText('Current password'), 'seven grey herons');
  await save();
  await screen.findByText('Please fill in every field.');
  expect(asked).toHaveLength(0);
  await person.type(screen.getByLabelText('Code or recovery code'), '123456');
  await save();
  await screen.findByText('Saved.');
  expect(asked).toMatchObject([{ body: { password: 'seven grey herons', code: '123456' } }]);
});

test('one button saves what was changed in all groups of a room', async () => {
  const { asked, person, section, save } = await open('general', ['password']);
  await person.type(
    await (await section('Public address')).findByLabelText('Public address'),
    'https://files.example.org',
  );
  await person.type((await section('Announcement')).getByLabelText('Text'), 'Closed on Monday');
  expect(screen.getAllByRole('button', { name: 'Save' })).toHaveLength(1);
  await person.type(await screen.findByLabelText('Current password'), 'seven grey herons');
  await save();
  await screen.findByText('Saved.');
  expect(asked).toMatchObject([{ body: { changes: [{ name: 'BASE_URL' }, { name: 'ANNOUNCEMENT' }] } }]);
});

test('what was typed and not saved can be discarded', async () => {
  const { asked, person, section } = await open('legal', [], { IMPRINT: '# Harbour Ltd' });
  const imprint = await (await section('Legal pages')).findByLabelText<HTMLTextAreaElement>('Imprint');
  await expect.poll(() => imprint.value).toBe('# Harbour Ltd');
  await person.type(imprint, ', Bremen');
  await person.click(screen.getByRole('button', { name: 'Discard' }));
  expect(imprint.value).toBe('# Harbour Ltd');
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  expect(asked).toHaveLength(0);
});

test('limits are a table of what counts now and without a setting, saved without the password', async () => {
  const { asked, person, section, save } = await open('limits', ['password'], { MAX_SIZE: '4G' });
  const row = within(await (await section('Limits')).findByRole('row', { name: /^Largest share/ }));
  expect(row.getByLabelText<HTMLInputElement>('Largest share').value).toBe('4G');
  expect(row.getByRole('cell', { name: '10G' })).toBeTruthy();
  await person.clear(row.getByLabelText('Largest share'));
  await person.type(row.getByLabelText('Largest share'), '2G');
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await save();
  await expect.poll(() => asked.length).toBe(1);
  expect(asked).toMatchObject([{ body: { changes: [{ name: 'MAX_SIZE', value: '2G' }] } }]);
});

test('a mail server that is set is tried without the password', async () => {
  const set = { SMTP_URL: 'smtps://mail.example.org' };
  const { server, asked, person, section } = await open('mail', ['password'], set);
  const tried = server.on(mail.test, () => ({}));
  await person.click(await (await section('Mail')).findByRole('button', { name: 'Send test' }));
  await expect.poll(() => tried.length).toBe(1);
  expect(asked).toHaveLength(0);
});

test('each setting is set in a field of its kind, and a choice has the words that the server named', async () => {
  const { section } = await open('signin', []);
  const mode = await (await section('Sign-up')).findByRole('combobox', { name: 'Who can sign up' });
  expect([...mode.querySelectorAll('option')].map(({ value }) => value)).toEqual([
    'closed',
    'invite',
    'open',
  ]);
});

test('a limit that is either on or off is a switch, and a legal page has several lines', async () => {
  const limits = await open('limits', []);
  await (await limits.section('Limits')).findByRole('switch', { name: /^Publish shares when/ });
  const legal = await open('legal', []);
  const pages = await legal.section('Legal pages');
  await expect.poll(() => pages.getByLabelText('Privacy').tagName).toBe('TEXTAREA');
});

test('an admin who saves what another has changed meanwhile is told what it is now, and may replace it', async () => {
  const { server, person, section, save } = await open('limits', ['password']);
  const limits = await section('Limits');
  await person.type(limits.getByLabelText('Largest share'), '2G');
  const items = settingNames.map((name) => ({ ...unset, name }));
  const changed = items.map((item) =>
    item.name === 'MAX_SIZE' ? { ...item, value: '3G', isSet: true, version: 1 } : item,
  );
  server.on(serverSettings.list, () => ({ items: changed, proof: [] }));
  const refused = server.on(serverSettings.change, () =>
    refusal('setting.changed', { field: 'Largest share' }),
  );
  await save();
  await screen.findByText(/Someone else has changed “Largest share”/);
  await limits.findByText(/It is now: 3G/);
  expect(refused).toMatchObject([{ body: { changes: [{ name: 'MAX_SIZE', value: '2G', version: 0 }] } }]);
  const saved = server.on(serverSettings.change, () => ({}));
  await save();
  await screen.findByText('Saved.');
  expect(saved).toMatchObject([{ body: { changes: [{ name: 'MAX_SIZE', value: '2G', version: 1 }] } }]);
});
