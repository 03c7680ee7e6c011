import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { config } from '@/lib/server/config';
import { isReadOnly, withConnection } from '@/lib/server/db/connection';
import { appliedMigrations, knownMigrations, migrationsFolder } from '@/lib/server/db/migrate';
import { failureReason } from '@/lib/server/outside/outside-failure';
import { diskFolders } from '@/lib/server/storage/disk/folders';
import { bytesAbove } from '@/lib/server/storage/disk/free-space';
import type { Storage } from '@/lib/server/storage/port';

export const checkNames = ['running', 'database', 'migrations', 'storage', 'disk'] as const;
export type ReadinessCheck = { ok: boolean; ms: number; detail: string };
export type Readiness = Record<(typeof checkNames)[number], ReadinessCheck>;

const databaseMs = 1_000;
const storageMs = { disk: 4_000, s3: 10_000 };
const keepStorageMs = 5_000;
/** Probes hardly wait: they get the outcome before, while the next is found. */
const staleMs = 30_000;

/** Caches each check, so that frequent requests cost no more than one a second. */
export function createReadiness({
  storage,
  isRunning,
}: {
  storage: () => Storage;
  isRunning: () => boolean;
}) {
  // Waits for a hanging probe instead of starting another, as each blocks one of the few threads for disks.
  const probe = cached(
    async () => storage().probe(),
    () => 0,
  );
  const probeStorage = cached(
    () => runCheck(storageMs[config().STORAGE], probe),
    ({ ok }) => (ok ? keepStorageMs : 1_000),
    staleMs,
  );
  const checkDatabase = cached(
    async () => {
      let names: string[] = [];
      const database = await runCheck(databaseMs, async () => {
        names = await readAppliedMigrations();
      });
      const migrations = await runCheck(databaseMs, () => checkMigrations(names, database.ok));
      return { database, migrations };
    },
    () => 1_000,
  );
  const probeDisk = cached(
    () => runCheck(databaseMs, checkDisk),
    () => 1_000,
  );

  return async (): Promise<Readiness> => {
    const ok = isRunning();
    const running = { ok, ms: 0, detail: ok ? '' : 'it is stopping' };
    const [{ database, migrations }, stored, disk] = await Promise.all([
      checkDatabase(),
      probeStorage(),
      probeDisk(),
    ]);
    return { running, database, migrations, storage: stored, disk };
  };
}

async function runCheck(limitMs: number, work: () => Promise<void>): Promise<ReadinessCheck> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  try {
    await withTimeout(limitMs, work());
    return { ok: true, ms: ms(), detail: '' };
  } catch (error) {
    return { ok: false, ms: ms(), detail: failureReason(error) };
  }
}

/** Uses a new connection: that proves that new ones are possible, and doesn't wait behind a hanging one. */
function readAppliedMigrations(): Promise<string[]> {
  const limits = { connectionTimeoutMillis: databaseMs, query_timeout: databaseMs };
  return withConnection({ connectionString: config().DATABASE_URL, ...limits }, async (connection) => {
    if (await isReadOnly(connection)) throw new Error('the database can only be read');
    const { rows } = await connection.query<{ name: string }>(appliedMigrations.sql);
    return rows.map(({ name }) => name);
  });
}

/** Ignores migrations of newer nodes, so that this one runs until it is replaced. */
async function checkMigrations(applied: string[], isKnown: boolean): Promise<void> {
  if (!isKnown) throw new Error('the database is away');
  const known = await knownMigrations(migrationsFolder(config().ROOT));
  const missing = known.filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new Error(`missing: ${missing.join(', ')}`);
}

async function checkDisk(): Promise<void> {
  const { MIN_FREE_DISK, DATA_DIR } = config();
  for (const folder of new Set([DATA_DIR, diskFolders(config()).root]))
    if ((await bytesAbove(MIN_FREE_DISK, folder)) <= 0)
      throw new Error(`less is free in ${folder} than MIN_FREE_DISK says, or no new file`);
}

/** @throws when `work` takes longer; it goes on, but its outcome is dropped */
export async function withTimeout<T>(ms: number, work: Promise<T>): Promise<T> {
  work.catch(() => undefined);
  const late = sleep(ms, undefined, { ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]);
}

/**
 * Shares one outcome among callers during `work` and for `keepMs` after it, which may depend on the result. For
 * `staleMs` more it is answered at once while the next is found.
 */
export function cached<T>(
  work: () => Promise<T>,
  keepMs: (found: T) => number,
  staleMs = 0,
): () => Promise<T> {
  let running: Promise<T> | null = null;
  let found: { value: T; untilMs: number } | null = null;
  return async () => {
    if (found && performance.now() < found.untilMs) return found.value;
    running ??= work()
      .then((value) => {
        found = { value, untilMs: performance.now() + keepMs(value) };
        return value;
      })
      .finally(() => {
        running = null;
      });
    running.catch(() => undefined);
    return found && performance.now() < found.untilMs + staleMs ? found.value : running;
  };
}
