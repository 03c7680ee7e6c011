import fs from 'node:fs';
import zlib from 'node:zlib';
import { emptyDatabase } from './own-database';
import { administer } from './template-database';

/** Data of the version before the baseline: see test/fixtures/before-baseline/README.md. */
export const beforeBaseline = 'test/fixtures/before-baseline';

export const loadEarlier = (url: string): Promise<void> =>
  administer(url, zlib.gunzipSync(fs.readFileSync(`${beforeBaseline}/database.sql.gz`)).toString());

export async function earlierDatabase(): ReturnType<typeof emptyDatabase> {
  const database = await emptyDatabase();
  await loadEarlier(database.url);
  return database;
}
