import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import { Connection } from '@/lib/server/db/connection';

/** Sharry's PostgreSQL as it is at one moment, however long the import reads it. */
export type SharryDatabase = {
  /** Whether it has a place for bytes: a database that was put together from dumps may have none. */
  hasChunks: boolean;
  rows: <Row>(sql: string, values?: unknown[]) => Promise<Row[]>;
  close: () => Promise<void>;
};

const tables = ['account_', 'alias_', 'alias_member', 'filemeta', 'publish_share', 'share', 'share_file'];

/** PostgreSQL ends at the first of these; H2, and what was loaded from it, at the second. */
const known = { oldest: '1.2.1', newest: '1.2.2' };

/** @throws BadConfiguration where it can't be reached, isn't Sharry's, or has a schema that Slipway doesn't know */
export async function openSharryDatabase(url: string): Promise<SharryDatabase> {
  const client = new Connection({ connectionString: url });
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SET LOCAL statement_timeout = 0');
  } catch (error) {
    await client.end().catch(() => undefined);
    const { host, pathname } = new URL(url);
    const why = error instanceof Error ? error.message : error;
    throw new BadConfiguration(`Sharry’s database at ${host}${pathname} can’t be opened: ${why}.`);
  }
  const db: SharryDatabase = {
    hasChunks: false,
    rows: async <Row>(sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows as Row[],
    close: () => client.end(),
  };
  try {
    return { ...db, hasChunks: await checkSchema(db) };
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** @returns whether it has a table for chunks */
async function checkSchema(db: SharryDatabase): Promise<boolean> {
  const found = await db.rows<{ table_name: string }>(
    'SELECT table_name FROM information_schema.tables WHERE table_schema = ANY (current_schemas(false)) AND table_name = ANY ($1)',
    [[...tables, 'flyway_schema_history', 'filechunk']],
  );
  const missing = [...tables, 'flyway_schema_history'].filter(
    (name) => !found.some(({ table_name }) => table_name === name),
  );
  if (missing.length > 0)
    throw new BadConfiguration(`This is not Sharry’s database: it has no table ${missing[0]}.`);
  const rows = await db.rows<{ version: string }>(
    'SELECT version FROM flyway_schema_history WHERE success AND version IS NOT NULL',
  );
  const newest =
    rows
      .map(({ version }) => version)
      .sort(byVersion)
      .at(-1) ?? '0';
  if (byVersion(newest, known.oldest) < 0)
    throw new BadConfiguration(
      `This database has schema ${newest}. Start Sharry 1.10 or later once: it brings its database up to date.`,
    );
  if (byVersion(newest, known.newest) > 0)
    throw new BadConfiguration(
      `This database has schema ${newest}; Slipway knows Sharry’s up to ${known.newest}. Use a newer Slipway.`,
    );
  return found.some(({ table_name }) => table_name === 'filechunk');
}

const byVersion = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });
