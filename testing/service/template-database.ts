import pg from 'pg';
import { migrate } from '@/lib/server/db/migrate';

/** A migrated, empty database without connections; copying it takes a tenth of migrating. */
export const templateName = 'tests_template';

/** @param source an empty, migrated database of the server; without it, the template is migrated itself */
export async function makeTemplate(server: string, source?: string): Promise<void> {
  await administer(server, `DROP DATABASE IF EXISTS ${templateName} WITH (FORCE)`);
  await administer(server, `CREATE DATABASE ${templateName}${source ? ` TEMPLATE ${source}` : ''}`);
  if (source) return;
  const url = new URL(server);
  url.pathname = `/${templateName}`;
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
