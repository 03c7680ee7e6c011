import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { profile } from '@/lib/contract/account/profile';
import { settings } from '@/lib/contract/settings';
import type { Sender } from '@/lib/contract/share/sender';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import { blankOf } from '@/testing/sample';
import { ImitatedServer } from '@/testing/screens/imitated-server';
import { ada, mount } from '@/testing/screens/mount';
import { sampleFile, sampleLink, sampleShare } from '@/testing/screens/sample-share';
import { doorOf } from './door';
import { RecipientPage } from './recipient-page';
import { RecipientsView } from './recipients-view';

const sender: Sender = {
  name: 'Ada Lovelace',
  isLogin: false,
  line: 'Analytical Ltd, London',
  picture: null,
  color: '#336699',
};

const shared = (over: Partial<ShareDetail> = {}) =>
  sampleShare({ publishInfo: sampleLink(), expiresAt: sampleLink().publishUntil, maxViews: 30, ...over });

function draw(over: Partial<ShareDetail> = {}, only = false, of: Sender | null = sender) {
  const server = new ImitatedServer();
  const detail = shared(over);
  mount(<RecipientPage {...{ detail }} door={doorOf(detail, only)} sender={of} view={null} />);
  return server;
}

test('an owner sees their message, name and files as recipients do', async () => {
  draw({
    description: 'See you in Bergen.',
    files: [sampleFile('plan.pdf'), sampleFile('half.pdf', { complete: false })],
  });
  await screen.findByRole('heading', { level: 1, name: 'Plans' });
  screen.getByText('From Ada Lovelace');
  screen.getByText('Analytical Ltd, London');
  screen.getByText('See you in Bergen.');
  screen.getByText(/^Download \(500/);
  expect(screen.getAllByText(/plan\.pdf/).length).toBeGreaterThan(0);
  expect(screen.queryByText(/half\.pdf/)).toBeNull();
});

test('the photo that the owner chose comes first, as for recipients', async () => {
  const files = ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => sampleFile(name, { mimetype: 'image/jpeg' }));
  draw({ files, cover: 'id-c.jpg' });
  await screen.findByRole('heading', { level: 1 });
  const first = () => document.querySelector('img')?.getAttribute('src');
  await expect.poll(first).toContain('/id-c.jpg/');
});

test('pictures come from the owner’s own addresses, which count nothing', async () => {
  draw({ files: ['a.jpg', 'b.jpg', 'c.jpg'].map((name) => sampleFile(name, { mimetype: 'image/jpeg' })) });
  await screen.findByRole('heading', { level: 1 });
  const addresses = [...document.querySelectorAll('[src], a[download]')].map(
    (one) => one.getAttribute('src') ?? one.getAttribute('href') ?? '',
  );
  expect(addresses.length).toBeGreaterThan(0);
  expect(addresses.filter((address) => !address.startsWith('/api/v2/sec/'))).toEqual([]);
});

test.each<[string, Partial<ShareDetail>, boolean, string]>([
  ['encrypted', { e2ee: 'v1', password: true, title: 'Plans' }, true, 'This share is end-to-end encrypted'],
  ['for its recipients alone', { password: true }, true, 'Is this for you?'],
  ['behind a password', { password: true }, false, 'Shared with you'],
  ['nearly used up', { maxViews: 1 }, false, 'Plans'],
])('of a share that is %s an owner sees what stands before it', async (_, over, only, title) => {
  draw({ ...over, description: 'See you in Bergen.' }, only);
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe(title);
  expect(screen.queryByText('See you in Bergen.')).toBeNull();
  expect(screen.queryByText('notes.txt')).toBeNull();
});

test('nothing of it is found on the owner’s page, nor reached by a key or a screen reader', async () => {
  const server = new ImitatedServer();
  server.on(profile.get, () => ({ name: 'Ada Lovelace', line: null, color: null, picture: null }));
  const asked = server.on(settings.getPreferences, () => ({
    ...blankOf(settings.getPreferences.answer),
    showName: true,
  }));
  mount(<RecipientsView detail={shared()} door="none" view={null} />, { viewer: ada });
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(() => document.querySelector('[data-miniature]')).not.toBeNull();
  const host = document.querySelector('[data-miniature]');
  expect([host?.hasAttribute('inert'), host?.getAttribute('aria-hidden'), host?.shadowRoot]).toEqual([
    true,
    'true',
    null,
  ]);
  expect(screen.queryByText('Plans')).toBeNull();
  expect(document.querySelectorAll('#files, #download-all, h1')).toHaveLength(0);
});
