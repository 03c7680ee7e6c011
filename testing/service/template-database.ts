import pg from 'pg';

/** A migrated, empty database without connections; copying it takes a tenth of migrating. */
export const templateName = 'tests_template';

export async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
