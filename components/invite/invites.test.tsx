import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type OpenInvite, signup } from '@/lib/contract/signup';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { NewInvite } from './new-invite';
import { OpenInvites } from './open-invites';

test('a key is shown once and gone after a reset', async () => {
  const server = new ImitatedServer();
  server.on(signup.invites, () => ({ items: [] }));
  const { person } = mount(<NewInvite />, { config: { signupMode: 'invite' } });
  const field = screen.getByLabelText<HTMLInputElement>('Password for invites');
  expect(field.type).toBe('password');
  server.on(signup.newInvite, () => refusal('signup.invitePasswordWrong'));
  await person.type(field, 'wrong{Enter}');
  await screen.findByText('The password for invites is wrong.');
  server.on(signup.newInvite, () => ({ key: 'the-new-key' }));
  await person.clear(field);
  await person.type(field, 'right{Enter}');
  const heading = await screen.findByRole('heading', { name: 'The invite key is ready' });
  expect(document.activeElement).toBe(heading);
  screen.getByText('http://localhost:3000/app/register#invite=the-new-key');
  await person.click(screen.getByRole('button', { name: 'Reset' }));
  expect(screen.queryByRole('heading', { name: 'The invite key is ready' })).toBeNull();
  expect(field.value).toBe('');
});

test('an invite gets a note, and is taken back after a question', async () => {
  const items: OpenInvite[] = [
    {
      id: 'invite',
      keyStart: 'abcdef',
      address: null,
      label: null,
      createdBy: 'ada',
      created: Date.UTC(2026, 2, 1),
      expires: Date.UTC(2026, 2, 8),
    },
  ];
  const server = new ImitatedServer();
  server.on(signup.invites, () => ({ items }));
  const { person } = mount(<OpenInvites />);
  await person.click(await screen.findByRole('button', { name: /^Note whom/ }));
  expect(document.activeElement).toBe(screen.getByLabelText('For whom'));
  const labelled = server.on(signup.labelInvite, () => {
    items[0] = { ...(items[0] as OpenInvite), label: 'For Linus' };
    return {};
  });
  await person.keyboard('For Linus{Enter}');
  await screen.findByText('For Linus');
  expect(labelled[0]?.body).toEqual({ label: 'For Linus', was: null });
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Note whom/ })),
  );
  const revoked = server.on(signup.revokeInvite, () => {
    items.pop();
    return {};
  });
  const list = screen.getByRole('list');
  await person.click(within(list).getByRole('button', { name: /^Revoke/ }));
  await person.click(await screen.findByRole('button', { name: 'Yes, revoke it' }));
  await screen.findByText('No invite is open.');
  expect(revoked[0]?.params).toEqual({ id: 'invite' });
});

test('the page of invites says when there are none, and has no form', () => {
  mount(<NewInvite />, { config: { signupMode: 'open' } });
  screen.getByText(/^Invites are off\./);
  expect(screen.getByRole('link', { name: 'server settings' }).getAttribute('href')).toBe(
    '/app/server/signin',
  );
  expect(screen.queryByText(/Each key works once/)).toBeNull();
  expect(screen.queryByLabelText('Password for invites')).toBeNull();
});
