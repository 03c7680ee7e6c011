import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const variable = 'SLIPWAY_E2E_DATABASE_DIR';

/**
 * `prepared`: a migrated copy without syncing (see `testing/service/hurry.ts`); `careful`: the same with syncing, for
 * crash tests; `new`: empty, for tests of the first start.
 */
export type DatabaseState = 'prepared' | 'careful' | 'new';

const noSyncSettings = 'fsync = off\nfull_page_writes = off\n';

/** Creates the database that this run's test servers copy, which saves seconds per first start. */
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

/** Copies the prepared database into a DATA_DIR; without one, the first start creates it. */
export function copyDatabase(dataDir: string, beginning: DatabaseState): void {
  const prepared = process.env[variable];
  if (!prepared || beginning === 'new') return;
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const copy = path.join(dataDir, 'postgres');
  execFileSync('cp', ['-a', prepared, copy]);
  if (beginning === 'prepared')
    fs.appendFileSync(path.join(copy, 'data/postgresql.auto.conf'), noSyncSettings);
}
