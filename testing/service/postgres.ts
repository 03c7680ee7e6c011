import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startPostgres } from '@/lib/server/runtime/postgres/server';
import { copyDatabase, prepareDatabase } from '@/testing/server/prepared-database';
import { administer, templateName } from './template-database';

const secret = 'a secret that only tests know, long enough';

export default async function setup() {
  if (process.env.AUTH_SECRET === secret) return; // two projects share it
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-test-'));
  fs.chmodSync(dir, 0o711);
  const { url, stop } = await startPrepared(dir);
  process.env.DATABASE_URL = url;
  process.env.AUTH_SECRET = secret;
  process.env.DATA_DIR = path.join(dir, 'data');
  process.env.LOG_LEVEL = 'silent';
  process.env.RATE_LIMITS = 'off'; // all tests are one client; those about limits switch them on
  await administer(url, `CREATE DATABASE ${templateName} TEMPLATE slipway`);
  return async () => {
    await stop();
    fs.rmSync(dir, { recursive: true, force: true });
  };
}

function startPrepared(dir: string) {
  prepareDatabase();
  copyDatabase(dir, 'prepared');
  return startPostgres(path.join(dir, 'postgres'), path.join(dir, 'socket'));
}
