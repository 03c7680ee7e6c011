import 'server-only';
import pg from 'pg';
import { Connection } from '@/lib/server/db/connection';
import type { Asked } from './asked';

const timestamp = 1114;
/** Moments as they are shown: the driver would take them to be in its own zone. */
const types = {
  getTypeParser: ((oid: number, format: 'text') =>
    oid === timestamp ? String : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

export async function connectPostgres(url: string): Promise<Asked> {
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
    schemas: '= ANY (current_schemas(false))',
    ask: async (sql, values) => (await client.query(sql, [...values])).rows,
    close: () => client.end(),
  };
}
