import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { emptyDatabase } from '@/testing/service/own-database';

export async function loadSharry(folder: string): ReturnType<typeof emptyDatabase> {
  const there = await emptyDatabase();
  const client = new pg.Client({ connectionString: there.url });
  await client.connect();
  await client.query(fs.readFileSync(path.join(folder, 'sharry.sql'), 'utf8'));
  await client.end();
  return there;
}
