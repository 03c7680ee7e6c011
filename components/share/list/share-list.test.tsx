import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keptKeys } from '@/lib/client/sealed/share-keys';
import { share } from '@/lib/contract/share/share';
import { ShareListItem } from '@/lib/contract/share/share-shapes';
import { blankOf } from '@/testing/sample';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { ShareList } from './share-list';

const now = Date.UTC(2026, 2, 1, 12);
const hour = 3_600_000;

const plain = (name: string, over: Partial<ShareListItem> = {}): ShareListItem => ({
  ...blankOf(ShareListItem),
  id: `${name.toLowerCase().replaceAll(' ', '-')}-0123456789abcdef`,
  name,
  title: name,
  validity: hour,
  maxViews: 3,
  viewsLimited: true,
  created: Date.UTC(2026, 1, 28),
  ...over,
});

/** @param all what the server has; a test may take some away */
function open(all: ShareListItem[], url = '/app/uploads') {
  const server = new ImitatedServer();
  server.on(share.search, ({ query }) => {
    const items = all.filter(({ title }) => title?.toLowerCase().includes(query.q ?? ''));
    return { items, total: { shares: items.length, size: items.reduce((sum, { size }) => sum + size, 0) } };
  });
  return { server, ...mount(<ShareList nowMs={now} />, { url }) };
}

const row = (name: RegExp) => screen.queryByRole('row', { name });
const chosenBar = () => screen.queryByRole('region', { name: 'Selected shares' });
const pick = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });

test('an empty list offers the first share, below the title and the search', async () => {
  open([]);
  await screen.findByRole('heading', { name: 'Share your first file' });
  screen.getByRole('heading', { level: 1, name: 'Shares' });
  screen.getByRole('searchbox', { name: 'Search shares' });
});

test('a row says how much, through which alias and how often, and leads there', async () => {
  open([
    plain('Pictures', {
      maxViews: 41,
      published: true,
      linkId: 'link',
      endsAt: now + hour,
      files: 2,
      size: 70,
    }),
    plain('', { name: null, title: 'From Applications', aliasInfo: { id: 'inbox', name: 'Applications' } }),
  ]);
  const pictures = await screen.findByRole('row', { name: /Pictures/ });
  screen.getByText('#2 · 70 B');
  expect(screen.getByRole('link', { name: 'New share' }).getAttribute('href')).toBe('/app/share');
  const cells = within(pictures)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent ?? '');
  expect(cells[2]).toBe('-');
  expect(cells[3]).toBe('0 / 41');
  expect(cells[4]).toMatch(/^Live1 hour left/);
  expect(cells.slice(5, 8)).toEqual(['2', '70 B', '28 Feb 2026']);
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining(['Name', 'Received through', 'Views', 'Status', 'Files', 'Size', 'Created']),
  );
  const links = screen.getAllByRole('link', { name: 'Applications' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/app/alias/inbox', '/app/alias/inbox']);
});

test('a search says where it has found the words, unless the name tells', async () => {
  const found = (where: 'file' | 'note', text: string) => ({ found: { in: where, text } });
  open([
    plain('Trip', found('file', 'fjord/narwhal.txt')),
    plain('Harbour', found('note', 'a narwhal, far out')),
    plain('Narwhals'),
  ]);
  await screen.findByRole('row', { name: /Trip/ });
  expect(row(/Trip/)?.textContent).toContain('File: fjord/narwhal.txt');
  expect(row(/Harbour/)?.textContent).toContain('Message: a narwhal, far out');
  expect(row(/Narwhals/)?.textContent).not.toMatch(/File:|Message:/);
});

test('a search that fails says so and can be tried again', async () => {
  const { server, person } = open([plain('Plans')]);
  await screen.findByRole('row', { name: /Plans/ });
  let isAway = true;
  server.on(share.search, async () => {
    if (isAway) throw new TypeError('Failed to fetch');
    return { items: [plain('Plans')], total: { shares: 1, size: 0 } };
  });
  await person.type(screen.getByRole('searchbox'), 'pla');
  await screen.findByText(/network error/);
  isAway = false;
  await person.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText(/network error/)).toBeNull());
  await screen.findByRole('row', { name: /Plans/ });
});

test('a filter without shares says what there is none of', async () => {
  open([], '/app/uploads?state=incomplete');
  await screen.findByRole('heading', { name: 'No incomplete shares' });
  const filters = within(screen.getByRole('navigation', { name: 'Show' }));
  expect(filters.getByRole('link', { name: 'Incomplete' }).getAttribute('aria-current')).toBe('true');
  expect(filters.getByRole('link', { name: 'Live' }).getAttribute('href')).toBe('/app/uploads?state=live');
});

test('several chosen shares are deleted after a question, and the others stay', async () => {
  const all = ['One', 'Two', 'Three'].map((name) => plain(name));
  const { server, person } = open(all);
  const forgotten = vi.spyOn(keptKeys, 'delete');
  onTestFinished(() => forgotten.mockRestore());
  const removed = server.on(share.remove, ({ params }) => {
    all.splice(
      all.findIndex(({ id }) => id === params.id),
      1,
    );
    return {};
  });
  for (const name of ['One', 'Three']) await person.click(await pick(name));
  expect(chosenBar()?.textContent).toContain('2 shares selected');
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: 'Delete 2 shares permanently?' });
  const described = document.getElementById(question.getAttribute('aria-describedby') ?? '');
  for (const name of ['One', 'Three']) expect(described?.textContent).toContain(name);
  await person.click(within(question).getByRole('button', { name: 'No' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(removed).toHaveLength(0);
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  await person.click(await screen.findByRole('button', { name: 'Yes do it' }));
  await waitFor(() => expect(row(/One|Three/)).toBeNull());
  expect(row(/Two/)).not.toBeNull();
  expect(forgotten.mock.calls).toEqual(removed.map(({ params }) => [params.id]));
  expect(chosenBar()).toBeNull();
});

test('a share that can’t be deleted is told, and the others are gone', async () => {
  const all = [plain('Good'), plain('Stubborn')];
  const { server, person } = open(all);
  server.on(share.remove, ({ params }) => {
    if (params.id?.startsWith('stubborn')) return refusal('server.unavailable');
    all.shift();
    return {};
  });
  await person.click(await pick('Good'));
  await person.click(screen.getByRole('checkbox', { name: 'all shares in the list' }));
  await person.click(screen.getByRole('button', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog');
  await person.click(within(question).getByRole('button', { name: 'Yes do it' }));
  await within(question).findByText(`1 share was not changed: ${refusal('server.unavailable').message}`);
  await person.click(within(question).getByRole('button', { name: 'No' }));
  await waitFor(() => expect(row(/Good/)).toBeNull());
  expect(chosenBar()?.textContent).toContain('1 share selected');
});

test('several chosen shares are extended: their time starts anew, their links stay', async () => {
  const { server, person } = open([
    plain('Live one', { published: true }),
    plain('Draft one'),
    plain('Other'),
  ]);
  const validities = server.on(share.setValidity, () => ({}));
  const published = server.on(share.publish, () => ({ id: 'link' }));
  for (const name of ['Live one', 'Draft one']) await person.click(await pick(name));
  await person.click(screen.getByRole('button', { name: 'Extend' }));
  const question = await screen.findByRole('alertdialog', { name: 'Extend 2 shares' });
  await person.selectOptions(within(question).getByRole('combobox', { name: 'Validity' }), '1 month');
  await person.click(within(question).getByRole('button', { name: 'Extend' }));
  await waitFor(() => expect(chosenBar()).toBeNull());
  const month = 30 * 24 * hour;
  expect(validities.map(({ params, body }) => [params.id?.split('-')[0], body])).toEqual([
    ['live', { value: month }],
    ['draft', { value: month }],
  ]);
  // Only the server knows which links are open by now.
  expect(published.map(({ body }) => body)).toEqual([1, 2].map(() => ({ reuseId: true, ifPublished: true })));
});

test('a search is kept in the URL, and can be cleared when nothing matches', async () => {
  const { person } = open([plain('Plans'), plain('Photos')], '/app/uploads?q=photo');
  const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search shares' });
  expect(search.value).toBe('photo');
  await screen.findByText('1 found · 0 B');
  expect(row(/Plans/)).toBeNull();
  await person.clear(search);
  await person.type(search, 'nothing like it');
  await person.click(await screen.findByRole('button', { name: 'Clear search' }));
  await screen.findByRole('row', { name: /Plans/ });
  expect([search.value, location.search]).toEqual(['', '']);
});

test('a long list goes on when asked for more', async () => {
  const names = Array.from({ length: 53 }, (_, n) => `Share ${n}`);
  const asked = new ImitatedServer().on(share.search, ({ query }) => {
    const first = (Number(query.page) - 1) * 50;
    return {
      items: names.slice(first, first + 50).map((name) => plain(name)),
      total: { shares: 53, size: 0 },
    };
  });
  const { person } = mount(<ShareList nowMs={now} />, { url: '/app/uploads' });
  await screen.findByText('#53 · 0 B');
  const more = await screen.findByRole('button', { name: 'Show more' });
  expect(asked.at(-1)?.query).toMatchObject({ page: '1' });
  await person.click(more);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(asked.at(-1)?.query).toMatchObject({ page: '2' });
});

test('the link of a live share is copied from its row, by the keyboard, too', async () => {
  const { person } = open([plain('Plans', { published: true, linkId: 'link' }), plain('Draft of it')]);
  const [copy, ...others] = await screen.findAllByRole('button', { name: /^Copy the link/ });
  expect(others).toEqual([]);
  copy?.focus();
  await person.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Link copied' });
  expect(await navigator.clipboard.readText()).toBe('http://localhost:3000/app/open/link');
});
