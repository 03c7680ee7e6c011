import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type AliasDetail, alias } from '@/lib/contract/alias/alias';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { AliasList } from './alias-list';

const inbox = (name: string, over: Partial<AliasDetail> = {}): AliasDetail => ({
  id: name.toLowerCase(),
  name,
  validity: 3_600_000,
  owner: 'ada',
  ownerId: 'ada',
  enabled: true,
  members: { items: [] },
  created: Date.UTC(2026, 2, 1),
  keyFingerprint: null,
  ...over,
});

function open(all: AliasDetail[]) {
  new ImitatedServer().on(alias.search, ({ query }) => {
    const items = all.filter(({ name }) => name.toLowerCase().includes(query.q ?? ''));
    return { items, total: items.length };
  });
  return mount(<AliasList />, { url: '/app/alias' });
}

test('an empty list of aliases offers the first one', async () => {
  open([]);
  await screen.findByRole('heading', { level: 1, name: 'Receive your first file' });
  expect(screen.getByRole('link', { name: 'New inbox' }).getAttribute('href')).toBe('/app/alias/new');
  expect(screen.queryByRole('searchbox')).toBeNull();
});

test('the list is searched on the server, and words that match nothing can be cleared', async () => {
  const { person } = open([inbox('Invoices'), inbox('Photos', { enabled: false })]);
  expect((await screen.findByRole('row', { name: /Photos/ })).textContent).toContain('Disabled');
  const search = screen.getByRole('searchbox', { name: 'Search inboxes' });
  await person.type(search, 'voic');
  await screen.findByText('1 found');
  expect(screen.queryByRole('row', { name: /Photos/ })).toBeNull();
  expect(screen.getByRole('row', { name: /Invoices/ }).textContent).toContain('Enabled');
  expect(location.search).toBe('?q=voic');
  await person.type(search, ' nothing like it');
  await person.click(await screen.findByRole('button', { name: 'Clear search' }));
  await waitFor(() => screen.getByRole('row', { name: /Photos/ }));
});

test('a row shows state, owner, validity, members and the way to the page', async () => {
  open([
    inbox('Applications', {
      owner: 'bea',
      ownerId: 'bea',
      members: {
        items: [
          { id: 'ada', login: 'ada' },
          { id: 'm', login: 'linus' },
        ],
      },
    }),
  ]);
  const row = await screen.findByRole('row', { name: /Applications/ });
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Name',
    'State',
    'Owner',
    'Validity',
    'Members',
    'Created',
  ]);
  for (const fact of ['Enabled', 'bea', '1 hour', 'linus']) expect(row.textContent).toContain(fact);
  const link = within(row).getByRole('link', { name: 'View Applications' });
  expect(link.getAttribute('href')).toBe('/app/alias/applications');
});

test('an owner is led to a row’s page as to what can be edited', async () => {
  open([inbox('Applications')]);
  await screen.findByRole('link', { name: 'Edit Applications' });
});
