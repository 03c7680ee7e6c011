// A PostgreSQL of a benchmark's own, for services that it calls in its own process.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { closeDb } from '@/lib/server/db/client';
import { migrate } from '@/lib/server/db/migrate';
import { startPostgres } from '@/lib/server/runtime/postgres/server';

export async function startDatabase() {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-bench-'));
  fs.chmodSync(dir, 0o711);
  const postgres = await startPostgres(path.join(dir, 'postgres'), path.join(dir, 'socket'));
  const env = {
    DATABASE_URL: postgres.url,
    DATA_DIR: path.join(dir, 'data'),
    AUTH_SECRET: 'a secret that only this benchmark knows',
    LOG_LEVEL: 'error',
  };
  Object.assign(process.env, env);
  await migrate(postgres.url, 'prisma/migrations');
  const stop = async () => {
    await closeDb();
    await postgres.stop();
    fs.rmSync(dir, { recursive: true, force: true });
  };
  return { env, stop };
}
