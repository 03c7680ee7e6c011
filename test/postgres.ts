import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '@/lib/server/boot/migrate';
import { startPostgres } from '@/lib/server/boot/postgres/server';

/** A PostgreSQL for the run: the one of TEST_DATABASE_URL, else an embedded one that is thrown away afterwards. */
export default async function setup() {
  const given = process.env.TEST_DATABASE_URL;
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-test-'));
  fs.chmodSync(dir, 0o711);
  const embedded = given ? null : await startPostgres(path.join(dir, 'postgres'), path.join(dir, 'socket'));
  process.env.DATABASE_URL = given ?? embedded?.url;
  process.env.AUTH_SECRET = 'a secret that only tests know, long enough';
  process.env.DATA_DIR = path.join(dir, 'data');
  fs.mkdirSync(process.env.DATA_DIR, { recursive: true });
  fs.writeFileSync(path.join(process.env.DATA_DIR, 'storage-id'), 'of the tests\n');
  process.env.LOG_LEVEL = 'silent';
  process.env.RATE_LIMITS = 'off'; // all tests are one client; those about limits switch them on
  await migrate(process.env.DATABASE_URL ?? '', 'prisma/migrations');
  if (process.env.TZ) await setZone(process.env.DATABASE_URL ?? '', process.env.TZ);
  return async () => {
    await embedded?.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  };
}

/** Puts the database into the zone of the run, as a host's or an administrator's choice would. */
async function setZone(url: string, zone: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone TO '${zone}'`);
  await client.end();
}
