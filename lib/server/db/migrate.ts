import 'server-only';
import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { BadConfiguration } from '@/lib/server/config';
import { errorMessage } from '@/lib/server/plain-error';
import { Connection } from './connection';
import { checkDatabaseFits } from './database-fits';
import { Prisma } from './generated/client';

/** The advisory lock of Prisma Migrate. */
const lock = 72707369;

const table = `CREATE TABLE IF NOT EXISTS _prisma_migrations (
  id VARCHAR(36) PRIMARY KEY NOT NULL, checksum VARCHAR(64) NOT NULL, finished_at TIMESTAMPTZ,
  migration_name VARCHAR(255) NOT NULL, logs TEXT, rolled_back_at TIMESTAMPTZ,
  started_at TIMESTAMPTZ NOT NULL DEFAULT now(), applied_steps_count INTEGER NOT NULL DEFAULT 0)`;

type MigrationRow = { migration_name: string; checksum: string; finished_at: Date | null };
type Migration = { name: string; sql: string };

/**
 * Does what `prisma migrate deploy` does, without its engine. Safe on several nodes at once. Each migration is one
 * transaction.
 * @param only names to apply, for the database of an older version
 * @returns names applied now
 */
export async function migrate(
  connectionString: string,
  folder: string,
  only?: readonly string[],
): Promise<string[]> {
  const all = await readMigrations(folder);
  const migrations = only ? all.filter(({ name }) => only.includes(name)) : all;
  const client = new Connection({ connectionString, connectionTimeoutMillis: 10_000 });
  await client.connect();
  const applied: string[] = [];
  try {
    await checkDatabaseFits(client);
    for (;;) {
      const name = await applyNext(client, migrations);
      if (name === null) return applied;
      applied.push(name);
    }
  } finally {
    await client.end();
  }
}

/**
 * Uses a transaction lock, because behind a pooler a session lock would never be released.
 * @returns the name, or null when none is left
 */
async function applyNext(client: pg.Client, migrations: Migration[]): Promise<string | null> {
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
  try {
    // Overrides the role's limits: migrations may take long, and so may waiting for another node's.
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query('SET LOCAL lock_timeout = 0');
    await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    await client.query(table);
    await adoptBaseline(client, await recorded(client), migrations);
    const [next] = pending(migrations, await recorded(client));
    if (next) await apply(client, next);
    await client.query('COMMIT');
    return next?.name ?? null;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined); // the first failure says more
    throw error;
  }
}

async function recorded(client: pg.Client): Promise<MigrationRow[]> {
  const { rows } = await client.query<MigrationRow>(
    'SELECT migration_name, checksum, finished_at FROM _prisma_migrations WHERE rolled_back_at IS NULL',
  );
  return rows;
}

/**
 * Replaces the records of earlier migrations, which made the same tables.
 * @throws BadConfiguration when some are missing
 */
async function adoptBaseline(
  client: pg.Client,
  rows: MigrationRow[],
  migrations: Migration[],
): Promise<void> {
  const earlier = rows.filter((row) => isBeforeBaseline(row.migration_name));
  const made = migrations.find(({ name }) => name === baseline);
  if (earlier.length === 0 || !made) return;
  const finished = earlier.filter((row) => row.finished_at).map((row) => row.migration_name);
  if (finished.length < earlier.length) throw tooOld();
  checkKnown(finished, migrations);
  await client.query('DELETE FROM _prisma_migrations WHERE migration_name = ANY ($1)', [finished]);
  await record(client, made);
}

const tooOld = () =>
  new BadConfiguration(
    `The database is older than this version can read. Start Slipway of commit ${lastBefore} on it once, then this one. Nothing was changed.`,
  );

/** @throws BadConfiguration for a database that a newer version has migrated, or one of before the baseline only partly */
export function checkKnown(applied: readonly string[], migrations: readonly { name: string }[]): void {
  const [earlier, later] = [
    applied.filter(isBeforeBaseline),
    applied.filter((name) => !isBeforeBaseline(name)),
  ];
  if (earlier.length > 0 && !isWholeHistory(earlier)) throw tooOld();
  const names = new Set(migrations.map(({ name }) => name));
  const unknown = later.filter((name) => !names.has(name));
  if (unknown.length === 0) return;
  throw new BadConfiguration(
    `The database was migrated by a newer version (${unknown.join(', ')}). Start that one, or restore a backup of this one.`,
  );
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = await knownMigrations(folder);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(path.join(folder, name, 'migration.sql'), 'utf8');
      return { name, sql: sql.replaceAll('\r\n', '\n') };
    }),
  );
}

function pending(migrations: Migration[], rows: MigrationRow[]): Migration[] {
  checkKnown(
    rows.map((row) => row.migration_name),
    migrations,
  );
  return migrations.filter(({ name, sql }) => {
    const row = rows.find((known) => known.migration_name === name);
    if (row && !row.finished_at)
      throw new Error(`Migration ${name} failed earlier; see prisma migrate resolve.`);
    // A checkout of Windows may have applied it with its own ends of lines.
    if (row && ![sql, sql.replaceAll('\n', '\r\n')].some((text) => sha256(text) === row.checksum))
      throw new BadConfiguration(
        `The migration ${name} is not the one that the database was made with: its file was changed. Bring back prisma/migrations as it was released.`,
      );
    return !row;
  });
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.sql);
    await record(client, migration);
  } catch (cause) {
    throw new Error(`Migration ${migration.name} failed and was undone: ${errorMessage(cause)}`, { cause });
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const record = (client: pg.Client, { name, sql }: Migration) =>
  client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, started_at, finished_at, applied_steps_count)
     VALUES ($1, $2, $3, now(), clock_timestamp(), 1)`,
    [randomUUID(), sha256(sql), name],
  );

export const migrationsFolder = (root: string): string => path.join(root, 'prisma/migrations');

export async function knownMigrations(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
}

/** Leaves out migrations that failed or were rolled back. */
export const appliedMigrations = Prisma.sql`
  SELECT migration_name AS "name" FROM _prisma_migrations
  WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL ORDER BY 1`;

/** Creates a whole database. Sorts after the 48 migrations that it replaces. */
export const baseline = '20261127110000_baseline';

const historySha256 = '33b278e74d1f363950270ba731de512eff57bfcc1953aa2b401a54317ad5be10';

/** The last commit with those 48 migrations, which can bring older databases up to date. */
export const lastBefore = '1d361fea';

export const isBeforeBaseline = (name: string): boolean => name < baseline;

/** True for all 48 names, whose tables equal the baseline's. */
export const isWholeHistory = (names: readonly string[]): boolean =>
  createHash('sha256').update(names.toSorted().join('\n')).digest('hex') === historySha256;
