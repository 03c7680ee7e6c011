import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useMailForm } from '@/components/mail/use-mail-form';
import { type Recipient, recipient } from '@/lib/contract/share/recipient';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { PeoplePanel } from './people-panel';

const shareId = 'share-0123456789';
const bea: Recipient = {
  id: 'bea-0123456789',
  address: 'bea@example.org',
  state: 'sent',
  refusal: null,
  opened: null,
  system: null,
  downloads: 0,
  downloaded: null,
  hasAll: false,
};

function Panel(props: Pick<Parameters<typeof PeoplePanel>[0], 'isOwn' | 'state'>) {
  return <PeoplePanel {...{ shareId, ...props }} mailing={useMailForm()} />;
}

function draw(
  items: Recipient[],
  { isOwn = true, state = 'published' as 'published' | 'unpublished', only = false } = {},
) {
  const server = new ImitatedServer();
  const listed = server.on(recipient.list, () => ({ only, items }));
  return { server, listed, ...mount(<Panel {...{ isOwn, state }} />, { config: { mailEnabled: true } }) };
}

const row = async (address: string) =>
  within((await screen.findByText(address)).closest('li') as HTMLElement);

test.each([
  ['sent', 'Sent', true],
  ['waiting', 'Not sent yet', true],
  ['withdrawn', 'Link withdrawn', false],
] as const)('a recipient whose link is %s reads “%s”', async (state, text, hasButtons) => {
  draw([{ ...bea, state }]);
  const shown = await row(bea.address);
  shown.getByText(text);
  expect(shown.queryAllByRole('button')).toHaveLength(hasButtons ? 2 : 0);
});

test.each([
  ['what the mail server said', 'No such user', 'Not delivered: No such user'],
  ['that it wasn’t reached', '', 'Not delivered: the mail server could not be reached'],
])('a mail that was refused says %s', async (_, said, text) => {
  draw([{ ...bea, state: 'refused', refusal: said }]);
  (await row(bea.address)).getByText(text);
});

test.each([
  ['Send again', recipient.send],
  ['Withdraw link', recipient.withdraw],
] as const)('“%s” is of one recipient, whose row says why it failed', async (name, endpoint) => {
  const cy = { ...bea, id: 'cy-0123456789', address: 'cy@example.org' };
  const { server, person } = draw([bea, cy]);
  const asked = server.on(endpoint, () => refusal('recipient.notFound'));
  await person.click((await row(cy.address)).getByRole('button', { name: new RegExp(`^${name}`) }));
  await (await row(cy.address)).findByRole('alert');
  expect(asked.map(({ params }) => params)).toEqual([{ id: shareId, recipientId: cy.id }]);
  expect((await row(bea.address)).queryByRole('alert')).toBeNull();
});

test('the switch for recipients alone says which it is, and a refusal leaves it', async () => {
  const { server, person } = draw([], { only: true });
  const asked = server.on(recipient.setOnly, () => refusal('share.notFound'));
  const only = await screen.findByRole('switch', { name: /^Only these people/ });
  await person.click(only);
  await screen.findByRole('alert');
  expect(asked.map(({ body }) => body)).toEqual([{ value: false }]);
  expect((only as HTMLInputElement).checked).toBe(true);
});

test('members mail the link of a published share, ask for no recipients, and mail nothing of a draft', async () => {
  const { listed } = draw([bea], { isOwn: false, state: 'unpublished' });
  const mail = (await screen.findByRole('button')) as HTMLButtonElement;
  expect(mail.disabled).toBe(true);
  expect(listed).toEqual([]);
});
