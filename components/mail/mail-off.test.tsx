import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ada, mount } from '@/testing/screens/mount';
import { LinkButtons } from './link-buttons';

const buttons = (
  <LinkButtons
    link="http://localhost/app/open/1"
    isLive
    openHint="As seen by others"
    onMail={() => undefined}
  />
);

test('where no mail is set up an admin is led to its settings, and others hear who can', () => {
  mount(buttons, { config: { mailEnabled: false } });
  const way = screen.getByRole('link', { name: 'Set up mail' });
  expect(way.getAttribute('href')).toBe('/app/server/mail');
  expect(screen.queryByText(/An admin can/)).toBeNull();
  const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled;
  expect([isOff('Copy link'), isOff('E-mail')]).toEqual([false, true]);
});

test('others hear who can set it up, and nobody does where it is', () => {
  mount(buttons, { config: { mailEnabled: false }, viewer: { ...ada, admin: false } });
  expect(screen.getByText('This server sends no e-mail. An admin can set up mail.')).toBeDefined();
  expect(screen.queryByRole('link', { name: 'Set up mail' })).toBeNull();
});

test('nothing is said where mail is set up', () => {
  mount(buttons, { config: { mailEnabled: true } });
  expect(screen.queryByText(/sends no e-mail/)).toBeNull();
  expect(screen.queryByRole('link', { name: 'Set up mail' })).toBeNull();
});
