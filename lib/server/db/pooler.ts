import 'server-only';
import type pg from 'pg';
import { Connection } from './connection';

/**
 * Applies settings to a connection, for as long as it lives, if it has a process of PostgreSQL for itself. A pooler that
 * shares connections (PgBouncer by transaction) leads each transaction to another process, which knows neither settings
 * nor statements, locks or `LISTEN`s of before; there nothing is set, as it would stay with other people's transactions.
 * The pooler shows by the number of the process: the one that it gave when the connection was made isn't that of the
 * process that answers.
 * @returns whether the connection has a process for itself, so that the settings apply
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

/** Whether a connection has a process of PostgreSQL for itself, which keeps statements, locks and `LISTEN`s. */
export const hasOwnProcess = (connection: pg.ClientBase): Promise<boolean> =>
  applySessionSettings(connection, {});

/** True when no row can be written: on a copy of a database, or where its administrator wants it so. */
export async function isReadOnly(connection: pg.ClientBase): Promise<boolean> {
  const { rows } = await connection.query<{ isReadOnly: boolean }>(
    `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly"`,
  );
  return rows[0]?.isReadOnly ?? false;
}

/** What a new connection leads to. @throws when nobody answers within five seconds */
export async function lookAtConnection(
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
      isPooled: !(await hasOwnProcess(connection)),
      isReadOnly: await isReadOnly(connection),
    };
  } finally {
    connection.end().catch(() => undefined);
  }
}
