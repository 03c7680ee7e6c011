import pg from 'pg';
import { running } from './running';

const pools = new Map<string, pg.Pool>();

export async function onDatabase<T>(
  work: (client: pg.ClientBase) => Promise<T>,
  connectionString = running().databaseUrl,
): Promise<T> {
  const client = await poolOf(connectionString).connect();
  try {
    const result = await work(client);
    await client.query('RESET ALL'); // the next one gets it as it comes
    client.release();
    return result;
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** Reuses connections, because opening one takes longer than most queries. */
function poolOf(connectionString: string): pg.Pool {
  const known = pools.get(connectionString);
  if (known) return known;
  const pool = new pg.Pool({ connectionString, max: 8, idleTimeoutMillis: 1_000, allowExitOnIdle: true });
  pool.on('error', () => undefined); // the server may end while its connections are idle
  pools.set(connectionString, pool);
  return pool;
}
