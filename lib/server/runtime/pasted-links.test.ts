import { expect, test } from 'vitest';
import { publishShare } from '@/lib/server/services/share/publish';
import {
  idOf,
  send,
  sha256,
  someBytes,
  startTransfer,
  tusClient,
  uploader,
} from '@/testing/service/transfer';
import { cleanPath } from './links';

const { port } = await startTransfer();
const browser = { headers: { accept: 'text/html' } };

test.each([
  ['/app/open/Xk29fP.', '/app/open/Xk29fP'],
  ['/app/open/Xk29fP%3E?view=2', '/app/open/Xk29fP?view=2'],
  ['/app/open/%20Xk29fP%E2%80%8B', '/app/open/Xk29fP'],
  ['/app/open/Xk29fP%3Futm_source=mail', '/app/open/Xk29fP'],
  ['/app/open/Xk29fP/)', '/app/open/Xk29fP'],
  ['/app/share/team%40example.org,', '/app/share/team@example.org'],
  ['/app/open/team%40example.org', '/app/open/team@example.org'],
  ['/app/upload/Xk29fP)', '/app/upload/Xk29fP'],
  ['/app/alias/team%22/deliveries', '/app/alias/team/deliveries'],
  ['/app/account/Xk29fP%C2%A0', '/app/account/Xk29fP'],
  ['/app/oversight/Xk29%40fP,', '/app/oversight/Xk29@fP'],
  ['/app/oversight/inboxes/team%40example.org', '/app/oversight/inboxes/team@example.org'],
  ['/app/open/Xk29fP%23k=a-_9', '/app/open/Xk29fP#k=a-_9'],
  ['/app/open/Xk29fP%23k%3Da-_9%3E?view=2', '/app/open/Xk29fP?view=2#k=a-_9'],
  ['/app/open/Xk29fP%2523k%253Da-_9', '/app/open/Xk29fP#k=a-_9'],
  ['/app/reset%2523a9', '/app/reset#a9'],
  ['/app/share/team%40example.org%23more=a9', '/app/share/team@example.org#more=a9'],
  ['/app/receipt%23a9', '/app/receipt#a9'],
  ['/app/share/team%23PK%3D0A9F', '/app/share/team#PK=0A9F'],
  ['/app/share/team%2523pk%253D0a9f%3E', '/app/share/team#pk=0a9f'],
  ['/app/request%23a9%26pk%3D0a9f)', '/app/request#a9&pk=0a9f'],
  ['/app/request%2523a9%2526PK%253D0A9F', '/app/request#a9&PK=0A9F'],
  ['/app/request%23a9&utm_source=mail', '/app/request#a9'],
  ['/app/register%23invite%3Da9%0D%0A', '/app/register#invite=a9'],
  ['/app/reset%23', '/app/reset'],
])('%s leads to %s', async (given, clean) => {
  const { status, headers } = await send(port, 'GET', given, browser);
  expect([status, headers.location]).toEqual([302, clean]);
});

test.each([
  '/app/open/Xk29fP',
  '/app/open/Xk29fP/',
  '/app/open/Xk29fP/zip',
  '/app/open/Xk29fP/file/a).txt',
  '/app/open/Xk29fP/file/a%23.txt',
  '/app/share/team@example.org',
  '/app/share/%20',
  '/app/home.',
  '/app/open',
])('%s stays', (path) => expect(cleanPath(path)).toBe(path));

test('what changes something acts on no ID with anything behind it', async () => {
  const { share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const path = await tus.begin(500, { 'sharry-file-name': 'a.txt', 'sharry-file-type': 'text/plain' });
  for (const ending of ['%2f..', ')', '%3E', '.', '%E2%80%8B', '%20']) {
    expect([ending, (await tus.remove(path + ending)).status]).toEqual([ending, 404]);
    const patched = await tus.patch(path + ending, 0, someBytes(500));
    expect([ending, patched.status]).toEqual([ending, 404]);
    const made = await tusClient(port, share.id + ending, auth).create(5);
    expect([ending, made.status]).toEqual([ending, 404]);
  }
  expect((await tus.head(path)).headers['upload-offset']).toBe('0');
});

test('calls, programs and archives answer for the id without a redirect', async () => {
  const { ctx, share, auth } = await uploader();
  const tus = tusClient(port, share.id, auth);
  const bytes = someBytes(500);
  const path = await tus.begin(500, { 'sharry-file-name': 'a.txt', 'sharry-file-type': 'text/plain' });
  await tus.patch(path, 0, bytes);
  const { id: link } = await publishShare(ctx, { shareId: share.id, reuseId: false });
  const curl = { headers: { 'user-agent': 'curl/8.0' } };
  const text = await send(port, 'GET', `/app/open/${link}%3E.`, curl);
  expect([text.status, String(text.body)]).toEqual([200, expect.stringContaining('a.txt')]);
  for (const ending of ['.', '%3E', '%E2%80%8B', ')']) {
    const file = await send(port, 'GET', `/api/v2/open/share/${link}${ending}/file/${idOf(path)}${ending}`);
    expect([file.status, sha256(file.body)]).toEqual([200, sha256(bytes)]);
    expect((await send(port, 'GET', `/app/open/${link}${ending}/zip`, curl)).status).toBe(200);
  }
});
