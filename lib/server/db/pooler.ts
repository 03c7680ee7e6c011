import 'server-only';
import type pg from 'pg';
import { Connection } from './connection';

/**
 * Applies settings if the connection has a PostgreSQL process of its own. A transaction pooler such as PgBouncer
 * doesn't: its process id differs from the one given at connecting.
 * @returns true if applied
 */
export async function applySessionSettings(
  connection: pg.ClientBase,
  settings: Record<string, string>,
): Promise<boolean> {
  const { processID } = connection as pg.ClientBase & { processID: number | null };
  const { rows } = await connection.query<{ isOwn: boolean }>(
    `SELECT pg_backend_pid() = $1 AS "isOwn", (
       SELECT count(set_config(key, value, false)) FROM json_each_text($2) WHERE pg_backend_pid() = $1)`,
    [processID, JSON.stringify(settings)],
  );
  return rows[0]?.isOwn ?? false;
}

/** False behind a transaction pooler, where statements, locks and `LISTEN` don't last. */
export const hasDedicatedBackend = (connection: pg.ClientBase): Promise<boolean> =>
  applySessionSettings(connection, {});

export async function isReadOnly(connection: pg.ClientBase): Promise<boolean> {
  const { rows } = await connection.query<{ isReadOnly: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
  );
  return rows[0]?.isReadOnly ?? false;
}

/** @throws when there is no answer within five seconds */
export async function inspectConnection(
  connectionString: string | undefined,
): Promise<{ isPooled: boolean; isReadOnly: boolean }> {
  const connection = new Connection({
    connectionString,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  try {
    await connection.connect();
    return {
      isPooled: !(await hasDedicatedBackend(connection)),
      isReadOnly: await isReadOnly(connection),
    };
  } finally {
    connection.end().catch(() => undefined);
  }
}
