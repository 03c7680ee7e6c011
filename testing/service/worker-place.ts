import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { templateName } from './template-database';

/**
 * Gives each worker a database and a folder of its own. Files of a worker follow each other, so what a test counts
 * isn't made by another one at the same time.
 */
export async function takePlace(): Promise<void> {
  const worker = `worker_${process.env.VITEST_POOL_ID ?? 1}`;
  const url = new URL(process.env.DATABASE_URL ?? '');
  if (url.pathname === `/${worker}`) return; // another file of it
  await makeDatabase(url.href, worker);
  url.pathname = `/${worker}`;
  process.env.DATABASE_URL = url.href;
  process.env.DATA_DIR = makeFolder(`${process.env.DATA_DIR}-${worker}`);
}

async function makeDatabase(server: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return;
    await client.query(`CREATE DATABASE ${name} TEMPLATE ${templateName}`);
    const zone = process.env.TZ;
    if (zone) await client.query(`ALTER DATABASE ${name} SET timezone TO '${zone}'`);
  } finally {
    await client.end();
  }
}

function makeFolder(folder: string): string {
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(path.join(folder, 'storage-id'), 'of the tests\n');
  return folder;
}
