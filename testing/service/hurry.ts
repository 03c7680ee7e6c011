import pg from 'pg';

/**
 * Has a PostgreSQL that is thrown away soon leave the disk alone, which takes a third of its time. What is committed
 * survives a kill all the same: it is with the system, which goes on.
 */
export async function hurry(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const setting of ['fsync', 'full_page_writes']) {
    await client.query(`ALTER SYSTEM SET ${setting} = off`);
  }
  await client.query('SELECT pg_reload_conf()');
  await client.end();
}
