import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AccountSort, accountSorts } from '@/lib/contract/account/account';
import type { UserContext } from '@/lib/server/context';
import { userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { searchAccounts } from './search';

// The list has all accounts, so these tests have a database of their own.
let own: Awaited<ReturnType<typeof ownDatabase>>;
let boss: UserContext;
beforeAll(async () => {
  own = await ownDatabase();
  boss = await userContext({ db: own.db, admin: true, login: 'boss' });
  await own.db.account.update({
    where: { login: 'boss' },
    data: { source: 'intern', lastLoginAt: day(5), createdAt: day(1), loginCount: 7 },
  });
  await own.db.account.createMany({
    data: [
      { id: 'c', login: 'carol', source: 'extern', createdAt: day(4), lastLoginAt: null },
      { id: 'b', login: 'bob', source: 'oauth:x', createdAt: day(2), lastLoginAt: day(3), loginCount: 1 },
      { id: 'd', login: 'dora', state: 'Disabled', createdAt: day(3), lastLoginAt: day(4), loginCount: 1 },
      { id: 'x', login: 'axel', createdAt: day(9), deletingAt: day(9) },
    ],
  });
  await own.db.share.createMany({
    data: ['b', 'b', 'd'].map((ownerId, n) => ({ id: `s${n}`, ownerId, validityMs: 1000, maxViews: 1 })),
  });
  const bytes = [300, 400, 1_000];
  await own.db.file.createMany({
    data: bytes.map((sizeBytes, n) => ({
      id: `f${n}`,
      shareId: `s${n}`,
      name: 'a',
      sizeBytes,
      mimeType: 'text/plain',
    })),
  });
  await own.db.alias.create({ data: { id: 'a', ownerId: 'c', name: 'Inbox', validityMs: 1000 } });
});
afterAll(() => own.remove());

const day = (n: number) => new Date(Date.UTC(2026, 0, n));

type Order = 'asc' | 'desc';
const listed = async (sort: AccountSort, order: Order, page = 1, pageSize = 100) =>
  (await searchAccounts(boss, { q: '', page, pageSize, sort, order })).items.map(({ login }) => login);

const expected: Record<AccountSort, string[]> = {
  login: ['bob', 'boss', 'carol', 'dora'],
  source: ['carol', 'boss', 'dora', 'bob'],
  state: ['bob', 'boss', 'carol', 'dora'],
  shares: ['boss', 'carol', 'dora', 'bob'],
  space: ['boss', 'carol', 'bob', 'dora'],
  aliases: ['bob', 'boss', 'dora', 'carol'],
  admin: ['bob', 'carol', 'dora', 'boss'],
  loginCount: ['carol', 'bob', 'dora', 'boss'],
  lastLogin: ['carol', 'bob', 'dora', 'boss'],
  created: ['boss', 'bob', 'dora', 'carol'],
};

test.each(accountSorts)(
  'the list goes by %s, in both directions and in pages without overlap',
  async (sort) => {
    const upwards = expected[sort];
    expect(await listed(sort, 'asc')).toEqual(upwards);
    expect(await listed(sort, 'desc')).toEqual([...upwards].reverse());
    const pages = [1, 2, 3, 4, 5].map((page) => listed(sort, 'asc', page, 1));
    expect((await Promise.all(pages)).flat()).toEqual(upwards);
  },
);

test('the total counts what matches on all pages, without accounts that are being deleted', async () => {
  const query = { page: 1, pageSize: 1, sort: 'created', order: 'desc' } as const;
  expect((await searchAccounts(boss, { ...query, q: '' })).total).toBe(4);
  expect((await searchAccounts(boss, { ...query, q: 'BO' })).total).toBe(2);
  expect((await searchAccounts(boss, { ...query, q: 'ＢＯ' })).total).toBe(2); // as Japanese keyboards may have it
  expect(await searchAccounts(boss, { ...query, q: 'nobody' })).toEqual({
    items: [],
    total: 0,
    sums: { shares: 0, bytes: 0 },
  });
});

test('sums are of all pages of what is found, without accounts that are being deleted', async () => {
  const sums = async (q: string) =>
    (await searchAccounts(boss, { q, page: 2, pageSize: 1, sort: 'space', order: 'desc' })).sums;
  expect(await sums('')).toEqual({ shares: 3, bytes: 1_700 });
  expect(await sums('BO')).toEqual({ shares: 2, bytes: 700 });
  expect(await sums('ＢＯ')).toEqual({ shares: 2, bytes: 700 });
  expect(await sums('%')).toEqual({ shares: 0, bytes: 0 });
});

const indexes: [string, string][] = [
  ['"login"', 'Account_login_key'],
  ['"source", "login"', 'Account_source_login_idx'],
  ['"state", "login"', 'Account_state_login_idx'],
  ['"admin", "login"', 'Account_admin_login_idx'],
  ['"loginCount", "login"', 'Account_loginCount_login_idx'],
  ['"lastLoginAt" NULLS FIRST, "login"', 'Account_lastLoginAt_login_idx'],
  ['"createdAt", "login"', 'Account_createdAt_login_idx'],
];

test.each(indexes)('an index gives the order %s, so no page sorts all accounts', async (columns, index) => {
  const backwards = columns.replace(' NULLS FIRST', '').replaceAll(/"(\w+)"/g, '"$1" DESC');
  const nulls = columns.includes('NULLS') ? backwards.replace('DESC', 'DESC NULLS LAST') : backwards;
  for (const order of [columns, nulls]) {
    const plan = await own.db.$transaction(async (tx) => {
      // For four rows the planner prefers sorting; with many it would use the index.
      await tx.$executeRawUnsafe('SET LOCAL enable_sort = off');
      await tx.$executeRawUnsafe('SET LOCAL enable_seqscan = off');
      return tx.$queryRawUnsafe<{ 'QUERY PLAN': string }[]>(
        `EXPLAIN SELECT * FROM "Account" WHERE "deletingAt" IS NULL ORDER BY ${order} LIMIT 50`,
      );
    });
    const lines = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(lines).toContain(index);
    expect(lines).not.toContain('Sort');
  }
});
