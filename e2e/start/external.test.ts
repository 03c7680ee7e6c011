import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startPostgres } from '@/lib/server/runtime/postgres/server';
import { createShare, nameOf, newServer, signIn } from './servers';

let dir: string;
let postgres: EmbeddedPostgres;

beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-pg-'));
  fs.chmodSync(dir, 0o711);
  postgres = await startPostgres(path.join(dir, 'postgres'), path.join(dir, 'socket'));
});

afterAll(async () => {
  await postgres.stop();
  fs.rmSync(dir, { recursive: true, force: true });
});

test('two nodes that start at once on an empty database migrate it once and make one admin', async () => {
  const shared = path.join(dir, 'shared');
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: shared,
    AUTH_SECRET: 'the same secret on every node, long enough',
  };
  const nodes = await Promise.all([newServer({ env }), newServer({ env })]);
  await Promise.all(nodes.map((node) => node.start()));
  const [one, two] = nodes;
  if (!one || !two) throw new Error('two nodes were asked for');

  const told = nodes.filter(({ process }) => process.output.includes('Password'));
  expect(told).toHaveLength(1);
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const count = async (table: string) =>
    (await client.query(`SELECT count(*)::int FROM "${table}"`)).rows[0].count;
  const migrations = fs.readdirSync('prisma/migrations', { withFileTypes: true });
  expect(await count('_prisma_migrations')).toBe(migrations.filter((entry) => entry.isDirectory()).length);
  expect(await count('Account')).toBe(1);
  await client.end();

  const caller = await signIn(one);
  const id = await createShare(caller, 'Seen from both');
  expect(await nameOf({ ...caller, base: two.url }, id)).toBe('Seen from both');
  expect(fs.existsSync(path.join(shared, 'postgres'))).toBe(false);
});
