import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { alias } from '@/lib/contract/alias/alias';
import { type RoundItem, round } from '@/lib/contract/alias/round';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { RequestList } from './request-list';

const item = (over: Partial<RoundItem> = {}): RoundItem => ({
  ...{ id: 'r1', name: 'January', due: '2026-12-18', repeat: null, created: 0 },
  ...{ people: 12, complete: 7, late: 2 },
  ...over,
});

function open(items: RoundItem[], ownerId = 'ada') {
  const server = new ImitatedServer();
  server.on(alias.get, () => ({
    ...{ id: 'papers', name: 'Papers', validity: 3_600_000, owner: ownerId, ownerId, enabled: true },
    ...{ members: { items: [] }, created: 0, keyFingerprint: null },
  }));
  server.on(round.list, () => ({ items, total: items.length }));
  return mount(<RequestList aliasId="papers" />, { url: '/app/alias/papers/request' });
}

test('a row says by when, of how many, how many are complete and late, and leads to the board', async () => {
  open([item()]);
  const row = await screen.findByRole('row', { name: /January/ });
  const cells = within(row).getAllByRole('cell');
  expect(cells.map(({ textContent }) => textContent)).toEqual(['18 Dec 2026', '12', '7', '2']);
  const link = within(row).getByRole('link', { name: 'January' });
  expect(link.getAttribute('href')).toBe('/app/alias/papers/request/board?round=r1');
  const ask = await screen.findByRole('link', { name: 'Ask for files' });
  expect(ask.getAttribute('href')).toBe('/app/alias/papers/request/new');
  expect(screen.getByRole('link', { name: 'Papers' }).getAttribute('href')).toBe('/app/alias/papers');
});

test('before the first one the page says what it is for, and only the owner can ask', async () => {
  open([], 'bea');
  await screen.findByRole('heading', { level: 1, name: 'Nothing has been asked for yet' });
  await screen.findByRole('link', { name: 'Papers' });
  expect(screen.queryByRole('link', { name: 'Ask for files' })).toBeNull();
});
