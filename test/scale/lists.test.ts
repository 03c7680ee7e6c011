import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { PrismaClient } from '@/lib/server/db/generated/client';
import { searchAccounts } from '@/lib/server/services/account/search';
import { searchAliases } from '@/lib/server/services/alias/search';
import { getShare } from '@/lib/server/services/share/get';
import { searchShares } from '@/lib/server/services/share/search';
import { openContext } from '../context';
import { ownDatabase } from '../own-database';
import { seedScale } from './seed';

// SHARES=1000000 FILES_EACH=2 npx vitest run --project code test/scale/lists.test.ts prints the figures of a large house.
const shares = Number(process.env.SHARES ?? 20_000);
const filesEach = Number(process.env.FILES_EACH ?? 10);
const runs = 50;

let own: Awaited<ReturnType<typeof ownDatabase>>;
let listening: PrismaClient<'query'>;
let bare: pg.Client;
const sent: { query: string; params: string }[] = [];

beforeAll(
  async () => {
    own = await ownDatabase();
    await seedScale(own.url, { shares, filesEach, accounts: 10_000, aliases: 20_000 });
    const adapter = new PrismaPg({ connectionString: own.url, max: 16 });
    listening = new PrismaClient({ adapter, log: [{ emit: 'event', level: 'query' }] });
    listening.$on('query', (event) => sent.push(event));
    bare = new pg.Client({ connectionString: own.url });
    await bare.connect();
  },
  300_000 + shares * 2,
);

afterAll(async () => {
  await bare.end();
  await listening.$disconnect();
  await own.remove();
});

const first = { page: 1, pageSize: 100 };
const byLogin = { ...first, sort: 'login', order: 'asc' } as const;
const byLastLogin = { ...first, page: 50, sort: 'lastLogin', order: 'desc' } as const;
const as = (id: string): UserContext => ({
  ...openContext({ db: listening as PrismaClient, now: new Date() }),
  viewer: { id, login: id, admin: true, sessionId: 'session' },
});
const busy = () => as('account-0');
const quiet = () => as('account-7');

const lists: [name: string, read: () => Promise<unknown>, mayScan?: string[]][] = [
  ['shares of a busy account', () => searchShares(busy(), { q: '', ...first })],
  ['its shares by a rare word', () => searchShares(busy(), { q: 'abc12', ...first })],
  ['its shares by an alias’ name', () => searchShares(busy(), { q: 'inbox c4ca4238', ...first })],
  ['shares of a quiet account beside it', () => searchShares(quiet(), { q: '', ...first })],
  ['its shares by a word of everybody', () => searchShares(quiet(), { q: 'plans', ...first })],
  ['one share', () => getShare(busy(), { shareId: 'share-777' })],
  // All aliases but a few are this account's, so that reading past the others is the shortest way.
  ['aliases', () => searchAliases(busy(), { q: '', ...first }), ['Alias']],
  ['aliases by name', () => searchAliases(busy(), { q: 'abc1', ...first })],
  // The number of all accounts is counted, and all aliases are of accounts on the first page.
  ['accounts', () => searchAccounts(busy(), { q: '', ...byLogin }), ['Account', 'Alias']],
  ['accounts by login', () => searchAccounts(busy(), { q: 'abc', ...byLogin })],
  ['accounts by last login', () => searchAccounts(busy(), { q: '', ...byLastLogin }), ['Account', 'Alias']],
];

test.each(lists)('%s: an index leads to them', async (name, read, mayScan = []) => {
  await read();
  sent.length = 0;
  await read();
  const scanned = (await Promise.all(sent.map(({ query, params }) => scans(query, params)))).flat();
  // Tables of a few rows are read whole, whatever index they have.
  const large = scanned.filter(({ rows }) => rows > 500).map(({ table }) => table);
  expect(large.filter((table) => !mayScan.includes(table))).toEqual([]);
  process.stdout.write(`${name}: ${(await medianMs(read)).toFixed(1)} ms\n`);
});

/** The tables that a query reads from end to end, with the rows that it looks at. */
async function scans(query: string, params: string): Promise<{ table: string; rows: number }[]> {
  if (!query.startsWith('SELECT')) return [];
  const { rows } = await bare.query(`EXPLAIN (ANALYZE, FORMAT JSON) ${query}`, JSON.parse(params));
  const found: { table: string; rows: number }[] = [];
  const visit = (node: PlanNode) => {
    const seen =
      ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0);
    if (node['Node Type'] === 'Seq Scan') found.push({ table: node['Relation Name'] ?? '', rows: seen });
    node.Plans?.forEach(visit);
  };
  visit(rows[0]['QUERY PLAN'][0].Plan);
  return found;
}

type PlanNode = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
};

async function medianMs(read: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const from = performance.now();
    await read();
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b)[runs / 2] ?? 0;
}
