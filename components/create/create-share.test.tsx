import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { carryDrop } from '@/lib/client/upload/choose/carried-drop';
import type { Collected } from '@/lib/client/upload/choose/collect';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { CreateShare } from './create-share';

const collected = (names: string[], over: Partial<Collected> = {}): Collected => ({
  files: names.map((name) => ({ file: new File(['content'], name), path: '' })),
  handles: [],
  junk: 0,
  empty: [],
  unreadable: [],
  ...over,
});

/** A new share of somebody, with files that are read when the test says so. */
function open(login: string) {
  const server = new ImitatedServer();
  server.on(settings.usage, () => ({ bytes: 0, files: 0, maxBytes: null, maxFiles: null }));
  server.on(settings.getPreferences, () => ({}));
  const asked = server.on(share.create, () => new Promise(() => undefined));
  let read: (files: Collected) => void = () => undefined;
  carryDrop({
    files: new Promise((resolve) => {
      read = resolve;
    }),
  });
  const { person } = mount(<CreateShare />, { viewer: { id: login, login, admin: false } });
  return { person, asked, read };
}

const publish = () => screen.getByRole('button', { name: 'Get link' });

test('a form that is submitted while files are read is sent with them, once', async () => {
  const { person, asked, read } = open('bea');
  await screen.findByText('Reading the folders…');
  await person.click(publish());
  expect(publish().getAttribute('aria-busy')).toBe('true');
  await person.keyboard('{Enter}');
  expect(asked).toEqual([]);
  read(collected(['plan.pdf']));
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(asked[0]?.body).toMatchObject({ name: 'plan.pdf' });
});

test('files that can’t be sent are told before a form is sent without them', async () => {
  const { person, asked, read } = open('cleo');
  await person.click(publish());
  read(collected(['plan.pdf'], { unreadable: ['locked.pdf'] }));
  await screen.findByText(/locked\.pdf/);
  await waitFor(() => expect(publish().getAttribute('aria-busy')).toBeNull());
  expect(asked).toEqual([]);
  await person.click(publish());
  await waitFor(() => expect(asked).toHaveLength(1));
});
