import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { token } from '@/lib/contract/session';
import { type OtherAccess, settings } from '@/lib/contract/settings';
import { webhook } from '@/lib/contract/webhook';
import { blankOf } from '@/testing/sample';
import { type Asked, ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { NotificationsSection } from './notifications-section';
import { OtherAccessSection } from './other-access-section';

const access = (kind: OtherAccess['kind'], name: string): OtherAccess => ({
  kind,
  id: `${kind}-0123456789`,
  name,
  inbox: kind === 'member' ? { id: 'inbox-0123456789', name: 'Inbox' } : null,
  created: null,
});
const all = [
  access('passkey', 'Phone'),
  access('token', 'Backup'),
  access('webhook', 'Chat'),
  access('member', 'bea'),
];

test.each([
  ['Access token “Backup”', token.revoke, { id: 'token-0123456789' }],
  ['Webhook to Chat', webhook.remove, { id: 'webhook-0123456789' }],
  ['bea, member of “Inbox”', alias.removeMember, { id: 'inbox-0123456789', account: 'member-0123456789' }],
] as const)(
  '%s is removed by its own call, after a question that a refusal keeps',
  async (title, endpoint, params) => {
    const server = new ImitatedServer();
    server.on(settings.otherAccess, () => ({ items: all }));
    let isRefused = true;
    const asked = server.on(endpoint, () => (isRefused ? refusal('webhook.notFound') : {}));
    const { person } = mount(<OtherAccessSection />);
    await person.click(await screen.findByRole('button', { name: `Remove: ${title}` }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(asked).toEqual([]);
    await person.click(question.getByRole('button', { name: 'Yes, remove it' }));
    await question.findByRole('alert');
    isRefused = false;
    await person.click(question.getByRole('button', { name: 'Yes, remove it' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(asked.map((one: Asked) => one.params)).toEqual([params, params]);
  },
);

test('passkeys stand in a section of their own, so an account with those alone has nothing here', async () => {
  new ImitatedServer().on(settings.otherAccess, () => ({ items: all.slice(0, 1) }));
  mount(<OtherAccessSection />);
  await screen.findByText('Nothing.');
});

function openNotifications(mailEnabled: boolean, email: string | null) {
  const server = new ImitatedServer();
  server.on(settings.getEmail, () => ({ email, verified: true, pending: null }));
  server.on(settings.getPreferences, () => ({ ...blankOf(settings.getPreferences.answer), tellLimit: true }));
  const changed = server.on(settings.setPreferences, () => ({}));
  return { changed, ...mount(<NotificationsSection />, { config: { mailEnabled } }) };
}
const switches = () => screen.findAllByRole('switch') as Promise<HTMLInputElement[]>;

test('each switch for mails changes its own wish alone', async () => {
  const { changed, person } = openNotifications(true, 'ada@example.org');
  await waitFor(async () => expect((await switches()).map(({ checked }) => checked)).toContain(true));
  for (const one of await switches()) {
    await person.click(one);
    await waitFor(() => expect(one.disabled).toBe(false));
  }
  await waitFor(() => expect(changed).toHaveLength(5));
  expect(changed.map(({ body }) => body)).toEqual([
    { tellFirst: true },
    { tellEvery: true },
    { tellLimit: false },
    { tellEnd: true },
    { tellSignIn: true },
  ]);
});

test('where nobody sends mail no wish can be changed, and without an address the section says so', async () => {
  openNotifications(false, null);
  expect((await switches()).every(({ disabled }) => disabled)).toBe(true);
});
