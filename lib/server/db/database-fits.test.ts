import pg from 'pg';
import { expect, test } from 'vitest';
import { BadConfiguration, config } from '@/lib/server/config';
import { newId } from '@/lib/server/ids';
import { administer } from '@/testing/service/template-database';
import { checkDatabaseFits } from './database-fits';
import { knownMigrations, migrate } from './migrate';

const folder = 'prisma/migrations';

async function createRole(how: string, statements: (name: string) => string[] = () => []): Promise<string> {
  const admin = config().DATABASE_URL ?? '';
  const name = `role_${newId()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')}`;
  await administer(admin, `CREATE ROLE "${name}" LOGIN`);
  await administer(admin, `CREATE DATABASE "${name}" OWNER "${name}" TEMPLATE template0 ${how}`);
  const there = new URL(admin);
  there.pathname = name;
  for (const statement of statements(name)) await administer(there.href, statement);
  there.username = name;
  return there.href;
}

async function refusal(url: string): Promise<string> {
  const error = await migrate(url, folder).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(BadConfiguration);
  return (error as Error).message;
}

test('a role with settings of its own migrates its database', async () => {
  const url = await createRole('', (name) =>
    [
      "DateStyle TO 'German'",
      "IntervalStyle TO 'sql_standard'",
      "default_transaction_isolation TO 'serializable'",
      'standard_conforming_strings TO off',
      "statement_timeout TO '2s'",
      "bytea_output TO 'escape'",
    ].map((setting) => `ALTER ROLE "${name}" SET ${setting}`),
  );
  expect(await migrate(url, folder)).toEqual(await knownMigrations(folder));
  expect(await migrate(url, folder)).toEqual([]);
});

test('a database in whose language I is no i is refused, and one that has been made goes on', async () => {
  const url = await createRole("LOCALE_PROVIDER icu ICU_LOCALE 'tr' LOCALE 'C'");
  expect(await refusal(url)).toContain('a small I is not i');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    'CREATE TABLE _prisma_migrations (migration_name text, checksum text, rolled_back_at date)',
  );
  await client.end();
  await expect(migrate(url, folder)).rejects.not.toThrow(/small I/);
});

test('a database without all letters is refused', async () => {
  expect(await refusal(await createRole("ENCODING 'LATIN1' LOCALE 'C'"))).toContain('as LATIN1');
});

test('a role that lacks a right is refused with the statement that gives it', async () => {
  const owner = (name: string) => `ALTER DATABASE "${name}" OWNER TO postgres`;
  const right = (name: string) => `GRANT CREATE ON DATABASE "${name}" TO "${name}"`;
  const fill = (name: string) => `GRANT ALL ON SCHEMA public TO "${name}"`;
  const stranger = await createRole('', (name) => [owner(name), right(name)]);
  expect(await refusal(stranger)).toContain('GRANT CREATE, USAGE ON SCHEMA public TO');
  const guest = await createRole('', (name) => [owner(name), fill(name)]);
  expect(await refusal(guest)).toContain('GRANT CREATE ON DATABASE');
  const helped = await createRole('', (name) => [owner(name), fill(name), right(name)]);
  expect(await migrate(helped, folder)).toEqual(await knownMigrations(folder));
});

test('a search_path of another schema is refused with the statement that sets it right', async () => {
  const url = await createRole('', (name) => [
    `CREATE SCHEMA own AUTHORIZATION "${name}"`,
    `ALTER ROLE "${name}" SET search_path TO own`,
  ]);
  expect(await refusal(url)).toMatch(/schema "own".* SET search_path = public$/);
});

test('sessions in another zone, as behind a pooler that passes nothing on, are refused', async () => {
  const url = await createRole('', (name) => [`ALTER ROLE "${name}" SET timezone TO 'Europe/Berlin'`]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const checked = checkDatabaseFits(client);
  await expect(checked).rejects.toThrow(/in the time zone Europe\/Berlin, although each asks for UTC/);
  await client.end();
  expect(await migrate(url, folder)).not.toEqual([]);
});
