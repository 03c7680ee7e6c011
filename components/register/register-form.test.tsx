import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { signup } from '@/lib/contract/signup';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { RegisterForm } from './register-form';

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);

test('everything that is wrong is listed, and what was typed stays after a refusal', async () => {
  const server = new ImitatedServer();
  const { person } = mount(<RegisterForm />, {
    viewer: null,
    config: { signupMode: 'invite' },
    url: '/app/register#invite=no-such-key',
  });
  await expect.poll(() => field('Invite key').value).toBe('no-such-key');
  await person.clear(field('Invite key'));
  const submit = screen.getByRole('button', { name: 'Sign up' });
  await person.click(submit);
  expect(screen.getAllByText('All fields are required!')).toHaveLength(1);
  for (const name of ['Login', 'Password', 'Repeat password'])
    expect(field(name).getAttribute('aria-invalid')).toBe('true');
  screen.getByText('Please enter your invite key.');
  await person.type(field('Login'), 'a b');
  await person.type(field('Password'), 'iloveyou');
  await person.type(field('Repeat password'), 'iloveyou2');
  for (const text of [/^Use only letters/, /very common and easy to guess/, 'The passwords do not match.'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0);

  for (const [name, value] of Object.entries({
    Login: 'linus',
    Password: 'correct horse',
    'Repeat password': 'correct horse',
    'Invite key': 'no-such-key',
  })) {
    await person.clear(field(name));
    await person.type(field(name), value);
  }
  const sent = server.on(signup.register, () => refusal('signup.inviteInvalid'));
  await person.click(submit);
  await screen.findByText(refusal('signup.inviteInvalid').message);
  expect(field('Login').value).toBe('linus');
  expect(sent[0]?.body).toMatchObject({ login: 'linus', password: 'correct horse', invite: 'no-such-key' });
});

test('where anybody may register no invite key is asked for, and each password can be shown', async () => {
  const { person } = mount(<RegisterForm />, {
    viewer: null,
    config: { signupMode: 'open' },
    url: '/app/register',
  });
  expect(screen.queryByLabelText('Invite key')).toBeNull();
  expect([field('Password').type, field('Repeat password').type]).toEqual(['password', 'password']);
  const toggles = screen.getAllByRole('button', { name: 'Show password' });
  expect(toggles).toHaveLength(2);
  await person.click(toggles[1] as HTMLElement);
  expect([field('Password').type, field('Repeat password').type]).toEqual(['password', 'text']);
  expect(screen.getByRole('link', { name: 'Already signed up? Sign in' }).getAttribute('href')).toBe(
    '/app/login',
  );
});
