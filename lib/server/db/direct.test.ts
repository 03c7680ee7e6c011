import { PrismaPg } from '@prisma/adapter-pg';
import { expect, onTestFinished, test } from 'vitest';
import { config } from '@/lib/server/config';
import { pooledDatabase } from '@/testing/service/pooled-database';
import { closePool, executeDirect, openPool, queryDirect } from './direct';
import { Prisma, PrismaClient } from './generated/client';

const { DATABASE_URL = '' } = config();

function openClient(connectionString: string) {
  const db = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
  openPool(db, { connectionString, max: 1 }, { statement_timeout: '1234' });
  onTestFinished(async () => void (await Promise.all([closePool(db), db.$disconnect()])));
  return db;
}

type ConnectionState = { known: string[]; scans: string; limit: string };

const state = Prisma.sql`
  SELECT current_setting('enable_seqscan') AS "scans", current_setting('statement_timeout') AS "limit",
    ARRAY(SELECT "statement" FROM pg_prepared_statements) AS "known"`;

async function stateAfterStatements(db: PrismaClient) {
  for (const n of [1, 2]) expect(await queryDirect(db, Prisma.sql`SELECT ${n}::int AS "n"`)).toEqual([{ n }]);
  expect(
    await executeDirect(db, Prisma.sql`UPDATE "Setting" SET "value" = "value" WHERE "key" = 'none'`),
  ).toBe(0);
  const [left] = await queryDirect<ConnectionState>(db, state);
  return left;
}

test('PostgreSQL plans a statement once, and looks rows up by their keys', async () => {
  const left = await stateAfterStatements(openClient(DATABASE_URL));
  expect(left).toMatchObject({ scans: 'off', limit: '1234ms' });
  expect(left?.known).toHaveLength(3); // includes the query itself
});

test('behind a pooler that shares connections nothing is left on them', async () => {
  const pooled = await pooledDatabase();
  onTestFinished(pooled.remove);
  const left = await stateAfterStatements(openClient(pooled.url));
  expect(left).toEqual({ scans: 'on', limit: '0', known: [] });
});

test('a statement that fails takes only its own connection with it', async () => {
  const db = openClient(DATABASE_URL);
  await expect(queryDirect(db, Prisma.sql`SELECT 1 / ${0}::int`)).rejects.toThrow('division by zero');
  expect(await queryDirect(db, Prisma.sql`SELECT 1 AS "n"`)).toEqual([{ n: 1 }]);
});
