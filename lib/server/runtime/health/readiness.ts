import 'server-only';
import { config } from '@/lib/server/config';
import { Connection } from '@/lib/server/db/connection';
import { appliedMigrations, knownMigrations, migrationsFolder } from '@/lib/server/db/migrations';
import { isReadOnly } from '@/lib/server/db/pooler';
import { bytesAbove } from '@/lib/server/storage/disk/free-space';
import type { Storage } from '@/lib/server/storage/port';
import { inTime, kept } from './in-time';

export const checkNames = ['running', 'database', 'migrations', 'storage', 'disk'] as const;
export type Check = { ok: boolean; ms: number; detail: string };
export type Readiness = Record<(typeof checkNames)[number], Check>;

const databaseMs = 1_000;
/** A bucket takes three calls, each of which may be late. */
const storageMs = { disk: 4_000, s3: 10_000 };
/** How long a good result is kept; after a bad one the storage is soon asked again. */
const keepStorageMs = 5_000;

/** Finds out whether this node can do its work. Asking often costs no more than asking once a second. */
export function createReadiness({
  storage,
  isRunning,
}: {
  storage: () => Storage;
  isRunning: () => boolean;
}) {
  // One that hangs is waited for, not begun again: each would block one of the few threads that wait for disks.
  const probe = kept(
    async () => storage().probe(),
    () => 0,
  );
  const probeStorage = kept(
    () => checked(storageMs[config().STORAGE], probe),
    ({ ok }) => (ok ? keepStorageMs : 1_000),
  );
  const askDatabase = kept(
    async () => {
      let names: string[] = [];
      const database = await checked(databaseMs, async () => {
        names = await askMigrations();
      });
      const migrations = await checked(databaseMs, () => checkMigrations(names, database.ok));
      return { database, migrations };
    },
    () => 1_000,
  );
  const lookAtDisk = kept(
    () => checked(databaseMs, checkDisk),
    () => 1_000,
  );

  return async (): Promise<Readiness> => {
    const ok = isRunning();
    const running = { ok, ms: 0, detail: ok ? '' : 'it is stopping' };
    const [{ database, migrations }, stored, disk] = await Promise.all([
      askDatabase(),
      probeStorage(),
      lookAtDisk(),
    ]);
    return { running, database, migrations, storage: stored, disk };
  };
}

async function checked(limitMs: number, work: () => Promise<void>): Promise<Check> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    await inTime(limitMs, work());
    return { ok: true, ms: ms(), detail: '' };
  } catch (error) {
    const { cause, message } = error as Error;
    return { ok: false, ms: ms(), detail: cause instanceof Error ? cause.message : message };
  }
}

/** Over a new connection: that shows that new ones are possible, and doesn't wait behind one that hangs. */
async function askMigrations(): Promise<string[]> {
  const client = new Connection({
    connectionString: config().DATABASE_URL,
    connectionTimeoutMillis: databaseMs,
    query_timeout: databaseMs,
  });
  try {
    await client.connect();
    if (await isReadOnly(client)) throw new Error('the database can only be read');
    const { rows } = await client.query<{ name: string }>(appliedMigrations.sql);
    return rows.map(({ name }) => name);
  } finally {
    client.end().catch(() => undefined);
  }
}

/** A newer node may have applied more of them; this one goes on until it is replaced. */
async function checkMigrations(applied: string[], isKnown: boolean): Promise<void> {
  if (!isKnown) throw new Error('the database is away');
  const known = await knownMigrations(migrationsFolder(config().ROOT));
  const missing = known.filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`);
}

/** Below this, uploads are refused, and the embedded database will soon run out of space as well. */
async function checkDisk(): Promise<void> {
  const { MIN_FREE_DISK, DATA_DIR } = config();
  if ((await bytesAbove(MIN_FREE_DISK, DATA_DIR)) <= 0)
    throw new Error('less is free than MIN_FREE_DISK says');
}
