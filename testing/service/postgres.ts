import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrate } from '@/lib/server/db/migrate';
import { startPostgres } from '@/lib/server/runtime/postgres/server';
import { copyDatabase, prepareDatabase } from '@/testing/server/prepared-database';
import { administer, makeTemplate } from './template-database';

const secret = 'a secret that only tests know, long enough';

export default async function setup() {
  if (process.env.AUTH_SECRET === secret) return; // two projects share it
  const given = process.env.TEST_DATABASE_URL;
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-test-'));
  fs.chmodSync(dir, 0o711);
  const embedded = given ? null : await startPrepared(dir);
  const url = given ?? embedded?.url ?? '';
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET = secret;
  process.env.DATA_DIR = path.join(dir, 'data');
  fs.mkdirSync(process.env.DATA_DIR, { recursive: true });
  fs.writeFileSync(path.join(process.env.DATA_DIR, 'storage-id'), 'of the tests\n');
  process.env.LOG_LEVEL = 'silent';
  process.env.RATE_LIMITS = 'off'; // all tests are one client; those about limits switch them on
  if (given) await migrate(url, 'prisma/migrations');
  await makeTemplate(url, given ? undefined : 'slipway');
  if (process.env.TZ) await administer(url, `ALTER DATABASE slipway SET timezone TO '${process.env.TZ}'`);
  return async () => {
    await embedded?.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  };
}

function startPrepared(dir: string) {
  prepareDatabase();
  copyDatabase(dir, 'prepared');
  return startPostgres(path.join(dir, 'postgres'), path.join(dir, 'socket'));
}
