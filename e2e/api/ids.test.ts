import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { account } from '@/lib/contract/account/account';
import { alias } from '@/lib/contract/alias/alias';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import { cookieNames } from '@/lib/contract/http/names';
import { open } from '@/lib/contract/open';
import { share } from '@/lib/contract/share/share';
import { raw } from '@/testing/network/raw';
import { type Api, api, newAccount, onDatabase } from '@/testing/people/account';
import { newAlias } from '@/testing/people/alias-pages';
import { samples, sharedFiles } from '@/testing/people/shared-files';
import { running } from '@/testing/server/running';
import { pageRows } from '../gate/rows-pages';

/** All characters of an id; the beginning makes it unique. */
const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@.-';
const newId = () => `${randomBytes(6).toString('hex')}${signs}z`;

const things: Record<string, { id: string; says: string }> = {};
let as: Api;
beforeAll(async () => {
  const admin = await newAccount({ admin: true });
  as = await api(admin);
  const [accountId, aliasId, adminKey, shareId, linkId] = [newId(), newId(), newId(), newId(), newId()];
  const other = await newAccount();
  await newAlias(as, { id: aliasId, name: 'Applications with signs' });
  const made = await sharedFiles(as, [samples.txt], { name: 'Plans with signs' });
  await onDatabase(async (client) => {
    await client.query('UPDATE "Account" SET id = $1 WHERE id = $2', [accountId, other.id]);
    await client.query('UPDATE "Alias" SET "adminKey" = $1 WHERE id = $2', [adminKey, aliasId]);
    await client.query('UPDATE "Publication" SET "linkId" = $1 WHERE "linkId" = $2', [linkId, made.linkId]);
    await client.query('UPDATE "Share" SET id = $1 WHERE id = $2', [shareId, made.shareId]);
  });
  const inbox = { id: aliasId, says: 'Applications with signs' };
  Object.assign(things, {
    '/app/account/{id}': { id: accountId, says: other.login },
    '/app/alias/{id}': inbox,
    '/app/alias/{id}/request': inbox,
    '/app/alias/{id}/request/new': inbox,
    '/app/alias/{id}/request/board': inbox,
    '/app/share/{id}': inbox,
    '/app/upload/{id}': { id: shareId, says: 'Plans with signs' },
    '/app/open/{id}': { id: linkId, says: 'Plans with signs' },
    '/app/oversight/{id}': { id: shareId, says: 'Plans with signs' },
    '/app/oversight/inboxes/{id}': { id: adminKey, says: 'Applications with signs' },
  });
});

const pages = Object.keys(pageRows)
  .filter((row) => row.includes('{id}') && !/ .(brand|sender)./.test(row)) // a picture's address
  .map((row) => row.replace('GET ', ''));

/** Browsers escape pasted URLs, many programs don't. */
const spellings = { 'as it is': (id: string) => id, escaped: encodeURIComponent };

test.each(pages.flatMap((page) => Object.entries(spellings).map(([name, spell]) => ({ page, name, spell }))))(
  '$page knows an ID with every sign, written $name',
  async ({ page, spell }) => {
    const { id, says } = things[page] ?? { id: '', says: 'no test says what this page shows' };
    const answer = await fetch(running().url + page.replace('{id}', spell(id)), {
      headers: { cookie: `${cookieNames.auth}=${as.token}` },
    });
    expect([answer.status, new URL(answer.url).pathname]).toEqual([200, page.replace('{id}', id)]);
    expect(await answer.text()).toContain(says);
  },
);

test.each([
  { call: account.get, page: '/app/account/{id}' },
  { call: alias.get, page: '/app/alias/{id}' },
  { call: share.get, page: '/app/upload/{id}' },
  { call: open.get, page: '/app/open/{id}' },
])('$call.path knows an ID with every sign, in both spellings', async ({ call, page }) => {
  const { id } = things[page] ?? { id: '' };
  for (const spell of Object.values(spellings)) {
    const { status } = await raw('GET', call.path.replace('{id}', spell(id)), { headers: as.headers });
    expect(status).toBe(200);
  }
});

test('the cookies of a visit are for the addresses that the page asks', async () => {
  const { id } = things['/app/open/{id}'] ?? { id: '' };
  const asked = fillPath(open.get.path, { id });
  const { headers } = await raw('GET', asked);
  const of = headers.getSetCookie().map((cookie) => /; Path=([^;]+)/.exec(cookie)?.[1]);
  expect(of).toEqual([asked, `/app/open/${id}`]);
});

test.each([
  { call: account.get, page: '/app/account/{id}' },
  { call: alias.get, page: '/app/alias/{id}' },
  { call: share.get, page: '/app/upload/{id}' },
  { call: open.get, page: '/app/open/{id}' },
])('$call.path and its page know an ID with what a mail left behind it', async ({ call, page }) => {
  const { id } = things[page] ?? { id: '' };
  for (const ending of ['.', ')', '%3E', '%E2%80%8B', '%3Futm_source=mail']) {
    const { status } = await raw('GET', call.path.replace('{id}', id + ending), { headers: as.headers });
    expect([ending, status]).toEqual([ending, 200]);
    const led = await fetch(running().url + page.replace('{id}', id + ending), { redirect: 'manual' });
    expect([led.status, led.headers.get('location')]).toEqual([302, page.replace('{id}', id)]);
  }
});
