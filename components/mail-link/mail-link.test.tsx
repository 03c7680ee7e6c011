import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { accountCode } from '@/lib/contract/account/account-code';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { ForgotForm } from './forgot-form';
import { MailLink } from './mail-link';

const button = (name: string) => screen.findByRole('button', { name });

function openLink(kind: 'reset' | 'email') {
  const server = new ImitatedServer();
  server.on(accountCode.look, () => ({ kind, login: 'ada', address: 'ada@example.org' }));
  const page = () => mount(<MailLink />, { viewer: null, url: '/app/mail-link#token' });
  return { server, page };
}

test('a link is asked for by a name alone, and the page says what the server does', async () => {
  const asked = new ImitatedServer().on(accountCode.forgot, () => ({}));
  const { person } = mount(<ForgotForm />, { viewer: null });
  await person.click(await button('Send link'));
  await screen.findByText('Please enter your login or e-mail address.');
  expect(asked).toEqual([]);
  await person.type(screen.getByRole('textbox'), 'ada{Enter}');
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(asked.map(({ body }) => body)).toEqual([{ account: 'ada' }]);
});

test('too many links keep what was typed, and say so', async () => {
  new ImitatedServer().on(accountCode.forgot, () => refusal('limit.attempts', { unit: 'minutes', count: 1 }));
  const { person } = mount(<ForgotForm />, { viewer: null });
  await person.type(screen.getByRole('textbox'), 'ada{Enter}');
  await screen.findByText(/^Too many attempts\./);
  expect((screen.getByRole('textbox') as HTMLInputElement).value).toBe('ada');
});

test('opening a mailed link spends nothing: its button does, with the token behind the #', async () => {
  const { server, page } = openLink('email');
  const asked = server.on(accountCode.confirm, () => ({}));
  const { person } = page();
  const yes = await button('Yes, confirm it');
  expect(asked).toEqual([]);
  await person.click(yes);
  const link = await screen.findByRole('link', { name: 'To sign-in' });
  expect(asked.map(({ body }) => body)).toEqual([{ token: 'token' }]);
  expect(link.getAttribute('href')).toBe('/app/login');
});

test('who has set a new password is sent to look through what has access, after signing in', async () => {
  const { server, page } = openLink('reset');
  const asked = server.on(accountCode.reset, () => ({}));
  const { person } = page();
  await person.type(await screen.findByLabelText('New password'), 'a new one of some length{Enter}');
  const link = await screen.findByRole('link', { name: 'To sign-in' });
  expect(asked.map(({ body }) => body)).toEqual([{ token: 'token', password: 'a new one of some length' }]);
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('/app/settings/security');
});

test('a new password that is none is never sent', async () => {
  const { server, page } = openLink('reset');
  const asked = server.on(accountCode.reset, () => ({}));
  const { person } = page();
  await screen.findByLabelText('New password');
  await person.click(await button('Set password'));
  await screen.findByText('Please enter a password.');
  expect(asked).toEqual([]);
});

test.each(['reset', 'email'] as const)(
  'a link for “%s” that is over while its page is open says so',
  async (kind) => {
    const { server, page } = openLink(kind);
    server.on(accountCode.confirm, () => refusal('code.over'));
    server.on(accountCode.reset, () => refusal('code.over'));
    const { person } = page();
    if (kind === 'email') await person.click(await button('Yes, confirm it'));
    else await person.type(await screen.findByLabelText('New password'), 'a new one of some length{Enter}');
    await screen.findByText(/^This link has been used or is too old\./);
  },
);
