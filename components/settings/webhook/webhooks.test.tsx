import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type WebhookItem, webhook } from '@/lib/contract/webhook';
import { blankOf } from '@/testing/sample';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { ada, mount } from '@/testing/screens/mount';
import { WebhooksSection } from './webhooks-section';

const url = 'https://hook.example.org/a';
const item: WebhookItem = {
  ...blankOf(webhook.list.answer.shape.items.element),
  id: 'hook-0123456789',
  url,
  events: ['delivery.completed', 'account.created'],
  format: 'ntfy',
  enabled: true,
};

function open(over: Partial<WebhookItem> = {}, viewer = ada) {
  const server = new ImitatedServer();
  server.on(webhook.list, () => ({ items: [{ ...item, ...over }], asks: ['password' as const] }));
  const changed = server.on(webhook.change, () => ({}));
  return { server, changed, ...mount(<WebhooksSection />, { viewer }) };
}

const row = async () => within(await screen.findByRole('group', { name: url }));
const press = async ({ person }: Pick<ReturnType<typeof open>, 'person'>, name: string) =>
  person.click((await row()).getByRole('button', { name }));

test.each([true, false])(
  'a webhook that is on (%s) is turned the other way, and keeps all else',
  async (enabled) => {
    const section = open({ enabled, withLinks: true });
    await press(section, enabled ? 'Turn off' : 'Turn on');
    await waitFor(() => expect(section.changed).toHaveLength(1));
    expect(section.changed[0]).toEqual({
      params: { id: item.id },
      query: {},
      body: { url, events: item.events, format: 'ntfy', withLinks: true, enabled: !enabled },
    });
  },
);

test('a webhook that is off stays off while it is edited, and asks for nothing where nobody hears more', async () => {
  const section = open({ enabled: false, withLinks: true });
  await press(section, 'Edit');
  await section.person.click(await (await row()).findByRole('checkbox', { name: 'Something is downloaded' }));
  expect(screen.queryByLabelText('Current password')).toBeNull();
  await press(section, 'Save');
  await waitFor(() => expect(section.changed).toHaveLength(1));
  expect(section.changed[0]?.body).toMatchObject({
    events: ['delivery.completed', 'download.completed', 'account.created'],
    format: 'ntfy',
    withLinks: true,
    enabled: false,
  });
});

test.each([
  [
    'another address',
    async (section: ReturnType<typeof open>) => {
      await section.person.type(await (await row()).findByRole('textbox', { name: 'Address' }), 'b');
    },
  ],
  [
    'links',
    async (section: ReturnType<typeof open>) => {
      await section.person.click(await (await row()).findByRole('checkbox', { name: /^Include links/ }));
    },
  ],
])('%s for a webhook asks for the password before it is sent', async (_, change) => {
  const section = open();
  await press(section, 'Edit');
  await change(section);
  await press(section, 'Save');
  await screen.findByText('Please fill in every field.');
  expect(section.changed).toEqual([]);
  await section.person.type(screen.getByLabelText('Current password'), 'secret');
  await press(section, 'Save');
  await waitFor(() => expect(section.changed).toMatchObject([{ body: { password: 'secret' } }]));
});

test('who is no admin is offered no events of other people', async () => {
  const section = open({}, { ...ada, admin: false });
  await press(section, 'Edit');
  await (await row()).findByRole('checkbox', { name: 'Files arrive' });
  expect(screen.queryByRole('checkbox', { name: 'An account is created' })).toBeNull();
});

test('an address that the server refuses is refused at its field, and a webhook needs an event', async () => {
  const { server, person } = open();
  const created = server.on(webhook.create, () => refusal('webhook.address'));
  await person.click(await screen.findByRole('button', { name: 'New webhook' }));
  const address = await screen.findByRole('textbox', { name: 'Address' });
  await person.type(address, 'https://10.0.0.1/');
  await person.type(screen.getByLabelText('Current password'), 'secret{Enter}');
  await screen.findByText('Please choose at least one.');
  expect(created).toEqual([]);
  await person.click(screen.getByRole('checkbox', { name: 'Files arrive' }));
  await person.type(screen.getByLabelText('Current password'), '{Enter}');
  await waitFor(() => expect(address.getAttribute('aria-invalid')).toBe('true'));
  expect(created).toMatchObject([{ body: { enabled: true, format: 'json', withLinks: false } }]);
});

test.each([
  ['Delete', 'Yes, delete it', webhook.remove],
  ['New secret', 'New secret', webhook.rotate],
] as const)('“%s” asks first, and a refusal stays in the question', async (name, yes, endpoint) => {
  const section = open();
  const asked = section.server.on(endpoint, () => refusal('webhook.notFound'));
  await press(section, name);
  const question = within(await screen.findByRole('alertdialog'));
  expect(asked).toEqual([]);
  await section.person.click(question.getByRole('button', { name: yes }));
  await question.findByRole('alert');
  expect(asked.map(({ params }) => params)).toEqual([{ id: item.id }]);
});

test('a new secret is shown this once', async () => {
  const section = open();
  section.server.on(webhook.rotate, () => ({ secret: 'whsec_new' }));
  await press(section, 'New secret');
  const question = within(await screen.findByRole('alertdialog'));
  await section.person.click(question.getByRole('button', { name: 'New secret' }));
  await screen.findByText('whsec_new');
  await section.person.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText('whsec_new')).toBeNull();
});
