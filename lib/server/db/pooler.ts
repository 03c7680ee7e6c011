import 'server-only';
import pg from 'pg';

/**
 * Whether a connection has a process of PostgreSQL for itself, which then keeps `settings` as long as it lives. A pooler
 * that shares connections (PgBouncer by transaction) leads each transaction to another one, which knows neither settings
 * nor statements, locks or `LISTEN`s of before. It shows: the number that it gave at the beginning isn't that of the
 * process that answers.
 */
export async function hasOwnProcess(
  connection: pg.ClientBase,
  settings: Record<string, string> = {},
): Promise<boolean> {
  const { processID } = connection as pg.ClientBase & { processID: number | null };
  const { rows } = await connection.query<{ isOwn: boolean }>(
    `SELECT pg_backend_pid() = $1 AS "isOwn", (
       SELECT count(set_config(key, value, false)) FROM json_each_text($2) WHERE pg_backend_pid() = $1)`,
    [processID, JSON.stringify(settings)],
  );
  return rows[0]?.isOwn ?? false;
}

/** Whether somebody who connects now gets to a pooler that shares connections. */
export async function isPooled(connectionString: string | undefined): Promise<boolean> {
  const connection = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  connection.on('error', () => undefined); // whoever asks hears of it
  try {
    await connection.connect();
    return !(await hasOwnProcess(connection));
  } finally {
    connection.end().catch(() => undefined);
  }
}
