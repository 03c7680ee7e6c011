import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { UploadPill } from '@/components/upload/pill/upload-pill';
import { finishedShares } from '@/lib/client/upload/active-uploads';
import { share } from '@/lib/contract/share/share';
import { ShareListItem } from '@/lib/contract/share/share-shapes';
import { paths } from '@/lib/paths';
import { blankOf } from '@/testing/sample';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { arrivalsEveryMs } from './latest-arrival';
import { ShareList } from './share-list';

const noon = Date.UTC(2026, 2, 1, 12);
const minute = 60_000;

afterEach(() => vi.useRealTimers());

type Latest = NonNullable<ShareListItem['latest']>;

const arrival = (over: Partial<Latest> = {}): Latest => ({
  address: 'ben@example.org',
  opened: noon - 81 * minute,
  downloaded: null,
  hasAll: false,
  ...over,
});

const id = 'plans-0123456789abcdef';
const item = (over: Partial<ShareListItem> = {}): ShareListItem => ({
  ...blankOf(ShareListItem),
  id,
  name: 'Plans',
  title: 'Plans',
  validity: minute,
  maxViews: 3,
  published: true,
  ...over,
});

/** @param pages how many the list has */
function serve(first: ShareListItem, pages = 1) {
  const server = new ImitatedServer();
  const now = { item: first };
  const asked = server.on(share.search, ({ query }) => ({
    items:
      query.page === '1' || query.pageSize === '5' ? [now.item] : [item({ id: `${id}-2`, name: 'Older' })],
    total: { shares: pages, size: 0 },
  }));
  return { now, asked };
}

const newsIn = async () => {
  const row = await screen.findByRole('row', { name: /Plans/ });
  const link = within(row)
    .getAllByRole('link')
    .find((one) => one.getAttribute('href') === paths.activity(id));
  return link?.textContent ?? null;
};

test.each<[string, Partial<Latest>, string]>([
  ['opened it', {}, 'ben@example.org ben@…opened 10:39'],
  ['downloaded some of it', { downloaded: noon - 79 * minute }, 'ben@example.org ben@…downloaded 10:41'],
  [
    'has everything',
    { downloaded: noon - 79 * minute, hasAll: true },
    'ben@example.org ben@…downloaded everything 10:41',
  ],
  ['came by the public link', { address: null }, 'opened 10:39'],
  ['came another day', { address: null, opened: noon - 2 * 24 * 60 * minute }, 'opened 27 Feb 2026, 12:00'],
])('a row tells who came last, and leads to all of them: who %s', async (_, over, text) => {
  serve(item({ latest: arrival(over) }));
  mount(<ShareList nowMs={noon} />, { url: paths.shares });
  expect(await newsIn()).toBe(text);
});

test('a row that nobody has opened has no such line, and one that was searched says where the words are', async () => {
  const { now } = serve(item());
  mount(<ShareList nowMs={noon} />, { url: paths.shares });
  await screen.findByRole('row', { name: /Plans/ });
  expect(screen.queryByText(/opened/)).toBeNull();
  now.item = item({ latest: arrival(), found: { in: 'note', text: 'a narwhal' } });
  mount(<ShareList nowMs={noon} />, { url: paths.shares });
  await screen.findByText('Message: a narwhal');
  expect(screen.queryByText(/opened/)).toBeNull();
});

test('a list asks for news while it has one page', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { now, asked } = serve(item());
  mount(<ShareList nowMs={noon} />, { url: paths.shares });
  await screen.findByRole('row', { name: /Plans/ });
  expect(asked).toHaveLength(1);
  now.item = item({ latest: arrival() });
  await act(() => vi.advanceTimersByTimeAsync(arrivalsEveryMs + 1_000));
  expect(asked).toHaveLength(2);
  screen.getByText(/^opened/);
});

test('a list of several pages doesn’t read all of them again and again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { asked } = serve(item(), 2);
  mount(<ShareList nowMs={noon} />, { url: paths.shares });
  await screen.findByRole('row', { name: /Plans/ });
  act(() => screen.getByRole('button', { name: /more/i }).click());
  await screen.findByRole('row', { name: /Older/ });
  const before = asked.length;
  await act(() => vi.advanceTimersByTimeAsync(3 * arrivalsEveryMs));
  expect(asked).toHaveLength(before);
});

test('what an upload elsewhere has made says there who has come, by one question for all', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { now, asked } = serve(item());
  const made = [id, 'quay-0123456789abcdef'].map((shareId) => ({
    shareId,
    name: shareId === id ? 'Plans' : 'Quay',
    linkId: 'link-0123456789abcdef',
    recipientCount: 2,
  }));
  for (const one of made) finishedShares.add(one);
  mount(<UploadPill accountId="ada" />);
  const pill = within(screen.getByRole('complementary', { name: 'Uploads' }));
  const said = () => pill.getAllByRole('status').map(({ textContent }) => textContent);
  await pill.findAllByRole('status');
  expect(said()).toEqual(['Sent to 2 people', 'Sent to 2 people']);
  await act(() => vi.advanceTimersByTimeAsync(0));
  expect(asked).toHaveLength(1);
  now.item = item({ latest: arrival({ downloaded: Date.now(), hasAll: true }) });
  await act(() => vi.advanceTimersByTimeAsync(arrivalsEveryMs + 1_000));
  expect(said()).toEqual([
    expect.stringMatching(/^ben@example\.org ben@…downloaded everything \d\d:\d\d$/),
    'Sent to 2 people',
  ]);
  expect(asked).toHaveLength(2);
  for (const one of made) act(() => finishedShares.remove(one));
  await act(() => vi.advanceTimersByTimeAsync(3 * arrivalsEveryMs));
  expect(asked).toHaveLength(2);
});
