import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type TokenItem, token } from '@/lib/contract/session';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { ada, mount } from '@/testing/screens/mount';
import { AccessSection } from './access-section';

const secret = `slw_${'a'.repeat(50)}`;

test('an access token is made for what it is needed for, shown once, and revoked', async () => {
  const items: TokenItem[] = [];
  const server = new ImitatedServer();
  server.on(token.list, () => ({ items }));
  const { person } = mount(<AccessSection />, { viewer: { ...ada, admin: false } });
  await screen.findByText('You have no access tokens.');
  await person.click(screen.getByRole('button', { name: 'New access token' }));
  await person.click(await screen.findByRole('button', { name: 'Create' }));
  screen.getByText('Please give it a name.');
  await person.type(screen.getByLabelText('Name'), 'Backup server');
  expect(screen.getByLabelText<HTMLInputElement>(/^Upload: create shares/).checked).toBe(true);
  expect(screen.getByLabelText<HTMLInputElement>(/^Read: see lists and details/).checked).toBe(true);
  await person.click(screen.getByLabelText(/^Manage/));
  expect(screen.queryByLabelText(/^Administer/)).toBeNull();

  const refused = refusal('request.invalid', { field: 'networks', reason: 'must be addresses or networks' });
  server.on(token.create, () => refused);
  const networks = screen.getByLabelText('Allowed IP addresses');
  await person.type(networks, 'everywhere');
  await person.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText(refused.message);

  const made = server.on(token.create, () => {
    items.push({
      id: secret.slice(0, 16),
      name: 'Backup server',
      scopes: ['upload', 'read'],
      networks: [],
      created: Date.UTC(2026, 2, 1),
      until: Date.UTC(2027, 2, 1),
      lastUsed: Date.UTC(2026, 2, 2),
      address: '192.0.2.7',
    });
    return { token: secret };
  });
  await person.clear(networks);
  await person.click(screen.getByRole('button', { name: 'Create' }));
  const heading = await screen.findByRole('heading', { name: 'Your new access token' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
  screen.getByText(secret);
  expect(made[0]?.body).toMatchObject({ name: 'Backup server', scopes: ['upload', 'read'], networks: [] });
  await screen.findByText(/upload, read · valid until .*2027.* · last used .*2026.* from 192.0.2.7/);

  const revoked = server.on(token.revoke, () => {
    items.pop();
    return {};
  });
  await person.click(screen.getByRole('button', { name: 'Revoke Backup server' }));
  await person.click(await screen.findByRole('button', { name: 'Yes, revoke it' }));
  await waitFor(() => expect(revoked[0]?.params).toEqual({ id: secret.slice(0, 16) }));
});

test('an admin may make a token for what admins can do', async () => {
  new ImitatedServer().on(token.list, () => ({ items: [] }));
  const { person } = mount(<AccessSection />);
  await person.click(screen.getByRole('button', { name: 'New access token' }));
  await screen.findByLabelText(/^Administer: everything admins can do/);
});
