import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { BadConfiguration } from '@/lib/server/config';
import { earlierDatabase } from '@/testing/service/earlier-database';
import { emptyDatabase, ownDatabase } from '@/testing/service/own-database';
import { baseline, knownMigrations, migrate } from './migrate';

const folder = 'prisma/migrations';

async function connected({ url, remove }: { url: string; remove: () => Promise<void> }) {
  onTestFinished(remove);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const column = async (sql: string): Promise<string[]> =>
    (await client.query({ text: sql, rowMode: 'array' })).rows.map(([value]) => String(value));
  return { url, client, column };
}

const recorded = 'SELECT migration_name FROM _prisma_migrations ORDER BY 1';

/** A line for each object of the database. */
const schema = `
  SELECT concat_ws(' ', table_name, column_name, udt_name, datetime_precision, is_nullable, column_default)
    FROM information_schema.columns WHERE table_schema = 'public' AND table_name <> '_prisma_migrations'
  UNION ALL SELECT indexdef FROM pg_indexes WHERE schemaname = 'public'
  UNION ALL SELECT concat(conrelid::regclass, ' ', conname, ' ', pg_get_constraintdef(oid))
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
  UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
  UNION ALL SELECT pg_get_functiondef(p.oid) FROM pg_proc p
    LEFT JOIN pg_depend d ON d.objid = p.oid AND d.deptype = 'e'
    WHERE pronamespace = 'public'::regnamespace AND d.objid IS NULL
  UNION ALL SELECT concat(enumtypid::regtype, ' ', enumsortorder, ' ', enumlabel) FROM pg_enum
  ORDER BY 1`;

async function contentOf({ column }: Awaited<ReturnType<typeof connected>>): Promise<string[]> {
  const tables = await column(
    `SELECT table_name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' ORDER BY 1`,
  );
  const digests: string[] = [];
  for (const table of tables) {
    const [digest] = await column(
      `SELECT count(*) || ' ' || md5(string_agg(t::text, E'\\n' ORDER BY t::text)) FROM "${table}" t`,
    );
    digests.push(`${table} ${digest}`);
  }
  return digests;
}

test('a database of the version before the baseline keeps every row, and is what a new one is', async () => {
  const old = await connected(await earlierDatabase());
  const before = await contentOf(old);
  expect(await old.column(recorded)).toHaveLength(48);
  expect(before).toContainEqual(expect.stringMatching(/^Share [1-9]/));
  expect(await migrate(old.url, folder, [baseline])).toEqual([]);
  expect(await contentOf(old)).toEqual(before);
  expect(await old.column(recorded)).toEqual([baseline]);
  await migrate(old.url, folder);
  expect(await old.column(recorded)).toEqual(await knownMigrations(folder));
  const fresh = await connected(await ownDatabase());
  expect(await old.column(schema)).toEqual(await fresh.column(schema));
});

test('several nodes may take it over at once', async () => {
  const old = await connected(await earlierDatabase());
  await Promise.all([1, 2, 3].map(() => migrate(old.url, folder)));
  expect(await old.column(recorded)).toEqual(await knownMigrations(folder));
});

test.each([
  ['lacks the last migration', `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_search_words'`],
  ['has only the first one', `DELETE FROM _prisma_migrations WHERE migration_name NOT LIKE '%_init'`],
  [
    'has one that failed',
    `UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name LIKE '%_job'`,
  ],
])('one that %s is refused with what to do, and stays as it is', async (_, change) => {
  const old = await connected(await earlierDatabase());
  await old.client.query(change);
  const before = await old.column(recorded);
  const refused = migrate(old.url, folder);
  await expect(refused).rejects.toThrow(BadConfiguration);
  await expect(refused).rejects.toThrow(/Start Slipway of commit [0-9a-f]{8} on it once, then this one/);
  expect(await old.column(recorded)).toEqual(before);
});

test('answers from before their questions had kinds are completed, in their order', async () => {
  const old = await connected(await earlierDatabase());
  const [year, day] = [
    { label: 'Year', value: '3' },
    { label: 'Day', value: '2026-11-27', kind: 'date' },
  ];
  await old.client.query('UPDATE "Delivery" SET "answers" = $1', [JSON.stringify([year, day])]);
  await migrate(old.url, folder);
  const { rows } = await old.client.query('SELECT DISTINCT "answers" FROM "Delivery"');
  expect(rows).toEqual([{ answers: [{ ...year, kind: null }, day] }]);
});

test('a database that a newer version has migrated is refused in a sentence, and stays as it is', async () => {
  const { url, client, column } = await connected(await ownDatabase());
  await client.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('later', '', '29990101000000_later', now())`);
  const before = await column(recorded);
  const refused = migrate(url, folder);
  await expect(refused).rejects.toThrow(BadConfiguration);
  await expect(refused).rejects.toThrow(
    'The database was migrated by a newer version (29990101000000_later). Start that one, or restore a backup of this one.',
  );
  expect(await column(recorded)).toEqual(before);
});

test('an update that is killed in the middle of its migrations goes on at the next start', async () => {
  const { url, client, column } = await connected(await emptyDatabase());
  await migrate(url, folder, [baseline]);
  // Within a transaction the list of sessions stays as it was.
  const other = await connected({ url, remove: async () => undefined });
  await client.query('BEGIN; LOCK TABLE "Account"');
  const killed = migrate(url, folder).catch((error: Error) => error);
  const waiting = `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(() => other.column(waiting)).toHaveLength(1);
  await other.client.query(`SELECT pg_terminate_backend(pid) FROM (${waiting}) found`);
  expect(await killed).toBeInstanceOf(Error);
  await client.query('COMMIT');
  const done = await column(recorded);
  const all = await knownMigrations(folder);
  expect(done.length).toBeLessThan(all.length);
  expect(await migrate(url, folder)).toEqual(all.slice(done.length));
  const fresh = await connected(await ownDatabase());
  expect(await column(schema)).toEqual(await fresh.column(schema));
});
