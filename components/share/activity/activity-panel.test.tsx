import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type ActivityDownload, type ActivityItem, activity } from '@/lib/contract/activity';
import { blankOf } from '@/testing/sample';
import { ImitatedServer, refusal } from '@/testing/screens/imitated-server';
import { mount } from '@/testing/screens/mount';
import { ActivityPanel } from './activity-panel';

const march = Date.UTC(2026, 2, 1, 12);
const download = (over: Partial<ActivityDownload>): ActivityDownload => ({
  kind: 'file',
  file: 'file-0123456789',
  name: 'plan.pdf',
  shown: false,
  whole: true,
  times: 1,
  at: march,
  ...over,
});

function open(item: Partial<ActivityItem>, isOwn = true) {
  const server = new ImitatedServer();
  const blank = blankOf(activity.ofShare.answer.shape.items.element);
  server.on(activity.ofShare, () => ({
    hasMore: false,
    downloads: 2,
    items: [{ ...blank, id: 'visit-1', at: march, kind: 'opened', ...item }],
  }));
  const told = server.on(activity.told, () => refusal('share.notFound'));
  mount(<ActivityPanel shareId="share-0123456789" isOwn={isOwn} />);
  return { told };
}

test.each([
  ['that was sent whole', {}, 'plan.pdf downloaded · 12:00'],
  ['of which a part was sent', { whole: false }, 'plan.pdf downloaded · partly · 12:00'],
  [
    'that was only looked at, which is never partly',
    { shown: true, whole: false },
    'plan.pdf viewed · 12:00',
  ],
  ['that was sent several times', { times: 3 }, 'plan.pdf downloaded · 3 times · 12:00'],
  ['that was deleted since', { name: null, file: null }, 'Deleted file downloaded · 12:00'],
  ['of all in one', { kind: 'zip', name: null, file: null }, 'ZIP file downloaded · 12:00'],
] as const)('a visit names a download %s', async (_, over, text) => {
  open({ downloads: [download(over)] });
  const list = within(await screen.findByRole('list', { name: 'Activity' }));
  const [line] = within(list.getByRole('list')).getAllByRole('listitem');
  expect(line?.textContent?.replace(/(?<=pdf|file|ZIP file)(?=[dv])/, ' ')).toBe(text);
});

test('a visit says that there is more only where there is', async () => {
  open({ downloads: [download({})], moreDownloads: true });
  await screen.findByText('and more');
});

test('members of an inbox are offered no mails about a share of its owner', async () => {
  const { told } = open({}, false);
  await screen.findByText('2 downloads');
  expect(told).toEqual([]);
});

test.each([
  ['the owner reads whom it was mailed to', ['bea@example.org'], 'to bea@example.org'],
  ['a member reads to how many', [], 'to 1 person'],
])('%s', async (_, receivers, text) => {
  open({ kind: 'mailed', receivers, receiverCount: 1 });
  await screen.findByText(new RegExp(text));
});
