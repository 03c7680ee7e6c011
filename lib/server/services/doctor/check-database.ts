import 'server-only';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from '@/lib/contract/admin/doctor';
import type { Context } from '@/lib/server/context';
import { inspectConnection } from '@/lib/server/db/connection';
import { appliedMigrations, knownMigrations, migrationsFolder } from '@/lib/server/db/migrate';
import { databaseTimeMs } from '@/lib/server/present-time';
import { shellQuoted } from '@/lib/server/runtime/data-dir';
import { readClock, timesOf } from '@/lib/server/services/clock/clock';
import { finding } from './finding';
import { nodesApart } from './node-registration';

const oldestVersion = 140_000;
const toleratedMs = 2_000;

type FoundDatabase = { number: string; name: string; hasWords: boolean; knowsLetters: boolean };

export async function checkDatabase({ db, config }: Context): Promise<Finding> {
  const [row] = await db.$queryRaw<FoundDatabase[]>`
    SELECT current_setting('server_version_num') AS "number", current_setting('server_version') AS "name",
      EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS "hasWords",
      "searchText"('ЖΩԱ') = 'жωա' AS "knowsLetters"`;
  const version = row?.name ?? '';
  if (Number(row?.number) < oldestVersion) return finding('database', 'failure', 'old', { version });
  if (!row?.hasWords) return finding('database', 'failure', 'noTrigrams', { version });
  if (!row.knowsLetters) return finding('database', 'warning', 'noLetters', { version });
  const { isPooled, isReadOnly } = await inspectConnection(config.DATABASE_URL);
  if (isReadOnly) return finding('database', 'failure', 'readOnly', { version });
  if (isPooled) return finding('database', 'warning', 'pooled', { version });
  const folder = await keptFolder(path.join(config.DATA_DIR, 'postgres'));
  return folder === null
    ? finding('database', 'fine', 'fine', { version })
    : finding('database', 'warning', 'kept', { version, folder, command: `rm -r ${shellQuoted(folder)}` });
}

/** The files of an earlier major version, see `moveEarlier`. */
async function keptFolder(dir: string): Promise<string | null> {
  const names = await readdir(dir).catch(() => []);
  const kept = names.find((name) => /^data-\d/.test(name));
  return kept === undefined ? null : path.join(dir, kept);
}

export async function checkSchema({ db, config }: Context): Promise<Finding> {
  const known = await knownMigrations(migrationsFolder(config.ROOT));
  const rows = await db.$queryRaw<{ name: string }[]>(appliedMigrations);
  const applied = new Set(rows.map(({ name }) => name));
  const missing = known.filter((name) => !applied.has(name));
  if (missing.length > 0) return finding('schema', 'failure', 'behind', { names: missing.join(', ') });
  const ahead = [...applied].filter((name) => !known.includes(name));
  if (ahead.length > 0) return finding('schema', 'failure', 'ahead', { names: ahead.join(', ') });
  return finding('schema', 'fine', 'fine', { count: known.length });
}

export async function checkClock({ db }: Context): Promise<Finding> {
  const reading = await readClock({ db }, databaseTimeMs());
  if (reading.state !== 'right') return finding('clock', 'failure', reading.state, timesOf(reading));
  const began = Date.now();
  const [row] = await db.$queryRaw<{ now: Date }[]>`SELECT clock_timestamp() AS "now"`;
  const apartMs = Math.abs((row?.now.getTime() ?? 0) - (began + Date.now()) / 2);
  const seconds = (apartMs / 1000).toFixed(1);
  const names = await nodesApart({ db });
  if (names !== '') return finding('clock', 'warning', 'nodesApart', { names });
  if (apartMs > toleratedMs) return finding('clock', 'warning', 'apart', { seconds });
  return finding('clock', 'fine', 'fine', { seconds });
}
