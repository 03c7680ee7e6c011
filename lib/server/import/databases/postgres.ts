import 'server-only';
import pg from 'pg';
import { Connection } from '@/lib/server/db/connection';
import type { DatabaseDriver } from './driver';

const timestamp = 1114;
/** Returns timestamps as text, because the driver would read them in its own zone. */
const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === timestamp ? String : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export async function connectPostgres(url: string): Promise<DatabaseDriver> {
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
