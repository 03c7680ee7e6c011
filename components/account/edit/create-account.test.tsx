import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { account } from '@/lib/contract/account/account';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { CreateAccount } from './create-account';

const noLimits = { maxBytes: null, maxFiles: null };

test('a new account is told what is missing, and gets the suggested password', async () => {
  const server = new ImitatedServer();
  const { person } = mount(<CreateAccount defaults={noLimits} />);
  const login = screen.getByLabelText<HTMLInputElement>('Login');
  const email = screen.getByLabelText('E-mail (optional)');
  const create = screen.getByRole('button', { name: 'Create account' });
  await person.click(create);
  screen.getByText('Please enter a login.');
  screen.getByText('Please enter a password.');
  expect(document.activeElement).toBe(login);

  await person.type(login, 'two words');
  await person.type(email, 'nobody@');
  screen.getByText('Use only letters a–z, digits and . _ - @, at most 60 characters.');
  screen.getByText('This is not an e-mail address.');
  await person.clear(email);

  const taken = server.on(account.create, () => refusal('account.loginTaken'));
  await person.clear(login);
  await person.type(login, 'Ada');
  await person.click(screen.getByRole('button', { name: 'Suggest one' }));
  const suggested = screen.getByLabelText<HTMLInputElement>('Password').value;
  await person.click(create);
  await screen.findByText('This login is taken.');
  expect(taken).toHaveLength(1);

  const made = server.on(account.create, () => ({}));
  await person.clear(login);
  await person.type(login, 'bea');
  expect(screen.queryByText('This login is taken.')).toBeNull();
  await person.keyboard('{Enter}');
  const heading = await screen.findByRole('heading', { name: 'Account created.' });
  expect(document.activeElement).toBe(heading);
  expect(made[0]?.body).toMatchObject({ login: 'bea', password: suggested, email: null, admin: false });
  expect(suggested.length).toBeGreaterThan(10);
  await person.click(screen.getByRole('button', { name: 'Copy password' }));
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe(suggested));
  await person.click(screen.getByRole('button', { name: 'Create another' }));
  expect(screen.getByLabelText<HTMLInputElement>('Login').value).toBe('');
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
});

test('the way back from an account is the list', () => {
  mount(<CreateAccount defaults={noLimits} />);
  expect(screen.getByRole('link', { name: 'Accounts' }).getAttribute('href')).toBe('/app/account');
});
