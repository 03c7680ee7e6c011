import { screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { settings } from '@/lib/contract/settings';
import { share } from '@/lib/contract/share/share';
import { ShareListItem } from '@/lib/contract/share/share-shapes';
import { paths } from '@/lib/paths';
import { blankOf } from '@/testing/sample';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { Home } from './home';

const idOf = (name: string) => `${name.toLowerCase()}-0123456789abcdef`;
const recent = (name: string) => ({
  ...blankOf(ShareListItem),
  id: idOf(name),
  name,
  title: name,
  validity: 60_000,
  maxViews: 1,
});

function open(over: Partial<ComponentProps<typeof Home>> = {}, shares: string[] = []) {
  const server = new ImitatedServer();
  server.on(share.search, () => ({ items: shares.map(recent), total: { shares: shares.length, size: 70 } }));
  server.on(deliveries.search, () => ({ items: [], total: { deliveries: 0, files: 0, size: 0 } }));
  const home = (
    <Home login="ada" aliases={0} nowMs={0} isUnreachable={false} stepsLeft={null} notice={null} {...over} />
  );
  return { server, ...mount(home) };
}

const ways = () =>
  screen.getAllByRole('link').map((link) => [link.textContent?.slice(0, 12), link.getAttribute('href')]);

test('home has a way to every task, the guide in a tab of its own', async () => {
  open({ aliases: 1 });
  await screen.findByRole('heading', { level: 1, name: 'Hello, ada' });
  screen.getByRole('region', { name: 'Share your first file' });
  expect(ways()).toEqual(
    expect.arrayContaining([
      ['Receive file', paths.newAlias],
      [expect.stringMatching(/^Shares/), paths.shares],
      ['Inboxes1 inb', paths.aliases],
      ['Documentatio', paths.documentation],
    ]),
  );
  expect(screen.getByRole('link', { name: /^Documentation/ }).getAttribute('target')).toBe('_blank');
});

test('with shares, home shows the newest and the way to all', async () => {
  open({}, ['Six', 'Five']);
  expect((await screen.findByRole('link', { name: /^Six/ })).getAttribute('href')).toBe(
    paths.share(idOf('Six')),
  );
  expect(screen.getByRole('link', { name: 'All shares' }).getAttribute('href')).toBe(paths.shares);
  screen.getByText('2 shares · 70 B');
});

test('an admin of a new server reads what is left to set up, and can hide it permanently', async () => {
  const { server, person } = open({ stepsLeft: ['address', 'share'], isUnreachable: true });
  const chosen = server.on(settings.setPreferences, () => ({}));
  const list = within(await screen.findByRole('region', { name: 'Set up this server' }));
  const steps = list
    .getAllByRole('listitem')
    .map((item) => [item.querySelector('a')?.getAttribute('href') ?? 'done', item.textContent]);
  expect(steps).toEqual([
    [`${paths.server}#address`, expect.stringMatching(/^Set the public address/)],
    ['done', expect.stringMatching(/^Set up mail.*Done/)],
    ['done', expect.stringMatching(/^Set your e-mail address.*Done/)],
    ['done', expect.stringMatching(/^Add people.*Done/)],
    [paths.newShare, expect.stringMatching(/^Send a test share/)],
  ]);
  expect(screen.queryByText(/your account has no e-mail address/)).toBeNull();
  await person.click(list.getByRole('button', { name: 'Hide this list' }));
  expect(screen.queryByRole('region', { name: 'Set up this server' })).toBeNull();
  await expect.poll(() => chosen.map(({ body }) => body)).toEqual([{ firstSteps: false }]);
});

test('who has no address reads that deliveries can’t be mailed, and where to set one', async () => {
  open({ isUnreachable: true });
  await screen.findByText(/your account has no e-mail address/);
  const way = screen.getByRole('link', { name: 'Set your e-mail address' });
  expect(way.getAttribute('href')).toContain(paths.settings);
});
