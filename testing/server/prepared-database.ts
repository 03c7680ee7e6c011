import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const variable = 'SLIPWAY_E2E_DATABASE_DIR';

/**
 * What a test server's own database begins as:
 * - `prepared`: a copy of the run's, which is migrated, and which leaves the disk alone as `testing/service/hurry.ts` has it
 * - `careful`: the same, but it syncs as the product has it, for tests about what a crash leaves
 * - `new`: nothing, for tests about a first start
 */
export type Beginning = 'prepared' | 'careful' | 'new';

/** What `hurry` asks of a database that runs. */
const hurried = 'fsync = off\nfull_page_writes = off\n';

/** Makes the database that test servers of this run copy: the first start of each would take seconds to make its own. */
export function prepareDatabase(): () => void {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-prepared-'));
  fs.chmodSync(dir, 0o711); // root's PostgreSQL runs under another account and has to pass
  const loaders = ['--conditions=react-server', '--import', 'tsx'];
  execFileSync(process.execPath, [...loaders, 'testing/server/make-database.ts', dir], {
    cwd: root,
    stdio: 'pipe',
  });
  process.env[variable] = path.join(dir, 'postgres');
  return () => fs.rmSync(dir, { recursive: true, force: true });
}

/** Lays a copy into a DATA_DIR; without a prepared one, the first start makes the database. */
export function copyDatabase(dataDir: string, beginning: Beginning): void {
  const prepared = process.env[variable];
  if (!prepared || beginning === 'new') return;
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const copy = path.join(dataDir, 'postgres');
  execFileSync('cp', ['-a', prepared, copy]);
  if (beginning === 'prepared') fs.appendFileSync(path.join(copy, 'data/postgresql.auto.conf'), hurried);
}
