import 'server-only';
import { createConnection } from 'mysql2/promise';
import pg from 'pg';
import { BadConfiguration } from '@/lib/server/config';
import { Connection } from '@/lib/server/db/connection';

/** A snapshot of another product's database. Statements use each of `$1`, `$2`, … once and in order. */
export type ForeignDatabase = {
  rows: <Row>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  hasTable: (name: string) => boolean;
  close: () => Promise<void>;
};

/**
 * @param whose name for error messages, such as “Plik’s”
 * @throws BadConfiguration when it can't be reached
 */
export async function openForeignDatabase(url: string, whose: string): Promise<ForeignDatabase> {
  const { host, pathname, protocol } = new URL(url);
  const failed = (what: string) => (error: unknown) => {
    const why = error instanceof Error ? error.message : error;
    throw new BadConfiguration(`${whose} database at ${host}${pathname} ${what}: ${why}.`);
  };
  const connect = protocol.startsWith('postgres') ? connectPostgres : connectMariadb;
  const { query, schemaCondition, close } = await connect(url).catch(failed('can’t be opened'));
  const rows = <Row>(sql: string, values: readonly unknown[] = []) =>
    query(sql, values).catch(failed('broke off')) as Promise<Row[]>;
  try {
    const tables = await rows<{ name: string }>(
      `SELECT table_name AS name FROM information_schema.tables WHERE table_schema ${schemaCondition}`,
    );
    const names = new Set(tables.map(({ name }) => name));
    return { rows, hasTable: (name) => names.has(name), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type DatabaseDriver = {
  schemaCondition: string;
  query: (sql: string, values: readonly unknown[]) => Promise<unknown[]>;
  close: () => Promise<void>;
};

const daySeconds = 86_400;

/** @param url `mariadb://user:password@host/database`, with `?ssl=verify` or `?ssl=trust` where it needs TLS */
async function connectMariadb(url: string): Promise<DatabaseDriver> {
  const { hostname, port, username, password, pathname, searchParams } = new URL(url);
  const ssl = searchParams.get('ssl');
  const connection = await createConnection({
    host: hostname,
    port: Number(port || 3306),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    database: decodeURIComponent(pathname.slice(1)),
    ...(ssl && { ssl: { rejectUnauthorized: ssl !== 'trust' } }),
    dateStrings: true,
    supportBigNumbers: true,
    bigNumberStrings: true,
  });
  // The next query reports a broken connection; without a listener it would end the process.
  connection.on('error', () => undefined);
  // Sharry's driver uses the server's time zone, so times must be read in it.
  for (const sql of [
    'SET time_zone = @@global.time_zone',
    `SET wait_timeout = ${daySeconds}, net_write_timeout = ${daySeconds}`,
    'SET TRANSACTION ISOLATION LEVEL REPEATABLE READ',
    'START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY',
  ])
    await connection.query(sql);
  return {
    schemaCondition: '= database()',
    query: async (sql, values) =>
      (await connection.query(sql.replace(/\$\d+/g, '?'), [...values]))[0] as unknown[],
    close: () => connection.end(),
  };
}

const timestamp = 1114;
/** Returns timestamps as text, because the driver would read them in its own zone. */
const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === timestamp ? String : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

async function connectPostgres(url: string): Promise<DatabaseDriver> {
  const client = new Connection({ connectionString: url, types });
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    await client.query('SET LOCAL statement_timeout = 0');
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  return {
    schemaCondition: '= ANY (current_schemas(false))',
    query: async (sql, values) => (await client.query(sql, [...values])).rows,
    close: () => client.end(),
  };
}
