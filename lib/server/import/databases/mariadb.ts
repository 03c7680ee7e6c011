import 'server-only';
import { createConnection } from 'mysql2/promise';
import type { DatabaseDriver } from './driver';

const daySeconds = 86_400;

/** @param url `mariadb://user:password@host/database`, with `?ssl=verify` or `?ssl=trust` where it needs TLS */
export async function connectMariadb(url: string): Promise<DatabaseDriver> {
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
