import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { settings } from '@/lib/contract/settings';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { PasswordSection } from './password-section';

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

test('people who sign in elsewhere see nothing of passwords', async () => {
  const server = new ImitatedServer();
  const asked = server.on(settings.hasPassword, () => refusal('settings.noPassword'));
  mount(<PasswordSection />);
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(() => screen.queryByRole('region')).toBeNull();
});

test('passwords wait dimmed until it is known that there is one', async () => {
  const server = new ImitatedServer();
  let answer = (_: object) => {};
  server.on(settings.hasPassword, () => new Promise<object>((resolve) => (answer = resolve)));
  mount(<PasswordSection />);
  const fields = screen.getByRole('group');
  expect(fields.getAttribute('aria-busy')).toBe('true');
  expect(fields.matches(':disabled')).toBe(true);
  answer({});
  await expect.poll(() => fields.getAttribute('aria-busy')).toBe('false');
  expect(fields.matches(':disabled')).toBe(false);
});

test('a new password is checked while it is typed, and what the server refuses is said', async () => {
  const server = new ImitatedServer();
  server.on(settings.hasPassword, () => ({}));
  const { person } = mount(<PasswordSection />);
  const save = await screen.findByRole('button', { name: 'Change password' });
  const [current, next, repeat] = await Promise.all(
    ['Current password', 'New password', 'Repeat new password'].map(field),
  );
  if (!current || !next || !repeat) throw new Error('There are three fields.');
  await expect.poll(() => screen.getByRole('group').getAttribute('aria-busy')).toBe('false');
  await person.click(save);
  expect(document.activeElement).toBe(current);
  expect(screen.getAllByText('All fields are required!')).toHaveLength(1);
  for (const one of [current, next, repeat]) expect(one.getAttribute('aria-invalid')).toBe('true');

  await person.type(current, 'something else');
  await person.type(next, 'iloveyou');
  await screen.findByText(/very common and easy to guess/);
  await person.clear(next);
  await person.type(next, 'another horse');
  await screen.findByText(/Strength: Fair/);
  await person.type(repeat, 'another hors');
  await person.click(save);
  await screen.findByText('Passwords don’t match.');
  await person.type(repeat, 'e');
  const asked = server.on(settings.changePassword, () => refusal('settings.passwordWrong'));
  await person.click(save);
  await screen.findByText(/^Error on submit: The current password is wrong/);
  expect(asked[0]?.body).toEqual({ oldPassword: 'something else', newPassword: 'another horse' });

  server.on(settings.changePassword, () => ({}));
  await person.click(save);
  await screen.findByText('Password changed.');
  expect(current.value).toBe('');
});
