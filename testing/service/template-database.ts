import pg from 'pg';
import { migrate } from '@/lib/server/db/migrate';

/** Migrated, empty, and nobody connects to it: copying it takes a tenth of migrating another one. */
export const templateName = 'tests_template';

/** Makes the database that `ownDatabase` copies. */
export async function makeTemplate(server: string): Promise<void> {
  const url = new URL(server);
  url.pathname = `/${templateName}`;
  await administer(server, `DROP DATABASE IF EXISTS ${templateName} WITH (FORCE)`);
  await administer(server, `CREATE DATABASE ${templateName}`);
  await migrate(url.href, 'prisma/migrations');
}

export async function administer(server: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
