import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { overseenSorts, overseenStates } from '@/lib/contract/admin/oversight';
import { shareFilters } from '@/lib/domain/list-view';
import type { UserContext } from '@/lib/server/context';
import { searchAccounts } from '@/lib/server/services/account/search';
import { findResettable } from '@/lib/server/services/account-code/forgot';
import { searchAliases } from '@/lib/server/services/alias/search';
import { overseeAliases } from '@/lib/server/services/oversight/list-aliases';
import { overseeShares } from '@/lib/server/services/oversight/list-shares';
import { listReports } from '@/lib/server/services/oversight/reports';
import { getShare } from '@/lib/server/services/share/detail';
import { searchShares } from '@/lib/server/services/share/search';
import { openContext } from '@/testing/service/context';
import { seedScale } from './seed';
import { watchedDatabase } from './watched-database';

// SHARES=1000000 FILES_EACH=2 npx vitest run --project code test/scale/lists.test.ts prints the figures of a large
// installation, OWNERS=1000 of one that many people use.
const shares = Number(process.env.SHARES ?? 20_000);
const filesEach = Number(process.env.FILES_EACH ?? 10);
const owners = Number(process.env.OWNERS ?? 1);
const runs = process.env.SHARES ? 50 : 4;

let watched: Awaited<ReturnType<typeof watchedDatabase>>;

beforeAll(
  async () => {
    watched = await watchedDatabase();
    await seedScale(watched.url, { shares, filesEach, accounts: 10_000, aliases: 20_000, owners });
  },
  300_000 + shares * 2,
);

afterAll(() => watched.remove());

const first = { page: 1, pageSize: 100 };
const byLogin = { ...first, sort: 'login', order: 'asc' } as const;
const byLastLogin = { ...first, page: 50, sort: 'lastLogin', order: 'desc' } as const;
const bySpace = { ...first, sort: 'space', order: 'desc' } as const;
const as = (id: string): UserContext => ({
  ...openContext({ db: watched.db, now: new Date() }),
  viewer: { id, login: id, admin: true, sessionId: 'session' },
});
const busy = () => as('account-0');
const quiet = () => as('account-7');

/** The recipient of a single share. */
const to = createHash('md5').update('to share-777').digest('hex').slice(0, 12);

/** A word of a single file. */
const rare = createHash('md5').update('777-1').digest('hex').slice(0, 12);

const lists: [name: string, read: () => Promise<unknown>, mayScan?: string[]][] = [
  ['shares of a busy account', () => searchShares(busy(), { q: '', ...first })],
  ['its shares by a rare word', () => searchShares(busy(), { q: 'abc12', ...first })],
  ['its shares by an alias’ name', () => searchShares(busy(), { q: 'inbox c4ca4238', ...first })],
  ['its shares through one alias', () => searchShares(busy(), { q: '', alias: 'alias-1', ...first })],
  ...shareFilters.map((state): [string, () => Promise<unknown>] => [
    `its shares, ${state}`,
    () => searchShares(quiet(), { q: '', state, ...first }),
  ]),
  ['shares of a quiet account beside it', () => searchShares(quiet(), { q: '', ...first })],
  ['its shares by a word of everybody', () => searchShares(quiet(), { q: 'plans', ...first })],
  ['its shares by a file’s name', () => searchShares(busy(), { q: `picture ${rare}`, ...first })],
  ['its shares by two words in two places', () => searchShares(busy(), { q: `jpg ${rare}`, ...first })],
  ['its shares by a rare word and a short one', () => searchShares(busy(), { q: 'abc12 1', ...first })],
  ['its shares by a pasted link', () => searchShares(busy(), { q: 'http://x/app/open/link-777.', ...first })],
  ['its shares by a recipient', () => searchShares(busy(), { q: `plans ${to}@`, ...first })],
  ['its shares by a sender', () => searchShares(busy(), { q: 'e4da3b', ...first })],
  ['its shares by a word that every file has', () => searchShares(quiet(), { q: 'jpg', ...first })],
  // Counting half of the shares is fastest by a scan of all.
  ...overseenStates.map((state): [string, () => Promise<unknown>, string[]] => [
    `everybody’s shares, ${state}`,
    () => overseeShares(busy(), { q: '', state, sort: 'created', ...first }),
    state === 'blocked' ? [] : ['Share', 'Publication'],
  ]),
  ...overseenSorts.map((sort): [string, () => Promise<unknown>, string[]] => [
    `everybody’s shares, by ${sort}`,
    () => overseeShares(busy(), { q: '', sort, ...first }),
    sort === 'ends' ? ['Publication'] : [],
  ]),
  [
    'everybody’s shares by a rare word',
    () => overseeShares(busy(), { q: 'abc12', sort: 'created', ...first }),
  ],
  [
    'everybody’s shares by a link',
    () => overseeShares(busy(), { q: 'x/app/open/link-7', sort: 'size', ...first }),
  ],
  ['shares of one owner', () => overseeShares(busy(), { q: '', owner: 'account-7', sort: 'size', ...first })],
  ['reported shares', () => listReports(busy(), { q: '', ...first })],
  ['everybody’s aliases', () => overseeAliases(busy(), { q: '', ...first })],
  ['everybody’s aliases by name', () => overseeAliases(busy(), { q: 'abc1', ...first })],
  ['one share', () => getShare(as(`account-${777 % owners}`), { shareId: 'share-777' })],
  // Most aliases belong to this account, so that skipping the others is the fastest plan.
  ['aliases', () => searchAliases(busy(), { q: '', ...first }), ['Alias']],
  ['aliases by name', () => searchAliases(busy(), { q: 'abc1', ...first })],
  // Counts all accounts and sums up what they have. All aliases belong to accounts of the first page.
  ['accounts', () => searchAccounts(busy(), { q: '', ...byLogin }), ['Account', 'Alias', 'Tally']],
  ['accounts by space', () => searchAccounts(busy(), { q: '', ...bySpace }), ['Account', 'Alias', 'Tally']],
  ['accounts by login', () => searchAccounts(busy(), { q: 'abc', ...byLogin }), ['Tally']],
  ['accounts to be told of a new password', () => findResettable(busy(), 'Account-7@example.org')],
  [
    'accounts by last login',
    () => searchAccounts(busy(), { q: '', ...byLastLogin }),
    ['Account', 'Alias', 'Tally'],
  ],
];

test.each(lists)('%s: an index leads to them', async (name, read, mayScan = []) => {
  await read();
  const scanned = await watched.scansOf(read);
  // Small tables are scanned whatever index they have.
  const large = scanned.filter(({ rows }) => rows > 500).map(({ table }) => table);
  expect(large.filter((table) => !mayScan.includes(table))).toEqual([]);
  process.stdout.write(`${name}: ${(await medianMs(read)).toFixed(1)} ms\n`);
});

async function medianMs(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const from = performance.now();
    await read();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[runs / 2] ?? 0;
}
