import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { aliasForm } from '@/lib/contract/alias/alias-form';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { mail } from '@/lib/contract/mail';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { ada, mount } from '@/testing/screens/mount';
import { AliasPage } from './alias-page';
import { DeleteAlias } from './form/delete-alias';

const inbox = (over: Partial<AliasDetail> = {}): AliasDetail => ({
  id: 'applications',
  name: 'Applications',
  validity: 3_600_000,
  owner: 'bea',
  ownerId: 'bea',
  enabled: true,
  members: { items: [{ id: 'ada', login: 'ada' }] },
  created: Date.UTC(2026, 2, 1),
  keyFingerprint: null,
  ...over,
});

function open(detail: AliasDetail, viewer = ada) {
  const server = new ImitatedServer();
  server.on(alias.get, () => detail);
  server.on(aliasForm.get, () => ({ form: null }));
  server.on(deliveries.search, () => ({ items: [], total: { deliveries: 0, files: 0, size: 0 } }));
  const page = <AliasPage aliasId={detail.id} />;
  return { server, ...mount(page, { viewer, config: { mailEnabled: true } }) };
}

test('a member sees the page, its link and who owns it, and can change nothing', async () => {
  open(inbox());
  await screen.findByText(/^Only bea can change this inbox\./);
  screen.getByRole('button', { name: 'Copy link' });
  expect(screen.queryAllByRole('textbox')).toEqual([]);
  expect(screen.queryAllByRole('button', { name: /Delete|Save/ })).toEqual([]);
  const facts = screen.getAllByRole('definition').map(({ textContent }) => textContent);
  expect(facts).toEqual(['Enabled', '1 hour', 'ada', '1 Mar 2026, 00:00']);
});

test('an inbox says when nothing has come in, and that nobody is told', async () => {
  open(inbox({ notifies: false }));
  const received = await screen.findByRole('region', { name: 'Received (0)' });
  expect(received.textContent).toContain('Nothing has come in yet.');
  expect(received.textContent).toContain('No one gets an e-mail when files arrive.');
  const all = within(received).getByRole('link', { name: 'All deliveries' });
  expect(all.getAttribute('href')).toContain('applications');
});

test('the link of an inbox is copied, shown as a QR code and mailed', async () => {
  const link = 'http://localhost:3000/app/share/applications';
  const { server, person } = open(inbox());
  server.on(mail.aliasTemplate, () => ({ subject: 'Send me files', body: `Please: ${link}` }));
  const sent = server.on(mail.send, () => ({ sent: 1, failed: [], message: 'Sent to one person.' }));
  const section = within(await screen.findByRole('region', { name: 'Link for uploads' }));
  section.getByText(/Anyone who has it can send you files, no account needed\.$/);
  await person.click(section.getByRole('button', { name: 'Copy link' }));
  await section.findByRole('button', { name: 'Link copied' });
  expect(await navigator.clipboard.readText()).toBe(link);
  expect((await section.findAllByRole('img', { name: 'QR code of the link' })).length).toBeGreaterThan(0);

  await person.click(section.getByRole('button', { name: 'E-mail' }));
  const body = await section.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
  expect(body.value).toContain(link);
  expect(section.queryByRole('button', { name: 'Copy link' })).toBeNull();
  await person.type(section.getByRole('textbox', { name: 'Recipients' }), 'anna@example.com');
  await person.click(section.getByRole('button', { name: 'Send' }));
  await section.findByText('Sent to one person.');
  expect(sent[0]?.body).toMatchObject({ recipients: ['anna@example.com'], share: null });
  await person.click(section.getByRole('button', { name: 'Done' }));
  section.getByRole('button', { name: /^(Copy link|Link copied)$/ });
});

test('an inbox is gone after asking once by its name', async () => {
  const removed = new ImitatedServer().on(alias.remove, () => ({}));
  const { person, went } = mount(<DeleteAlias aliasId="applications" name="Applications" />);
  await person.click(screen.getByRole('button', { name: 'Delete inbox' }));
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('Applications');
  expect(removed).toEqual([]);
  await person.click(within(question).getByRole('button', { name: 'Yes, delete it' }));
  await waitFor(() => expect(went).toEqual(['/app/alias']));
  expect(removed[0]?.params).toEqual({ id: 'applications' });
});
