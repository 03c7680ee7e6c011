import 'server-only';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BadConfiguration } from '@/lib/server/config';
import { Connection } from '@/lib/server/db/connection';
import { hasArrived } from '@/lib/server/db/file-rows';
import {
  baseline,
  isBeforeBaseline,
  isWholeHistory,
  knownMigrations,
  lastBefore,
  migrate,
} from '@/lib/server/db/migrate';
import { quoted } from './dump';
import type { BackupManifest } from './names';

/** Frees the leases of that time. Clients start their unfinished uploads again. */
const resetRunningWork = `
  UPDATE "Job" SET "leaseHolder" = NULL, "leaseUntil" = NULL, "dueAt" = now();
  UPDATE "Upload" SET "offsetBytes" = 0, "crc32" = '00000000', "leaseHolder" = NULL, "leaseUntil" = NULL,
    "generation" = 0`;

const sequenceStatements = `
  SELECT format('SELECT setval(%L, coalesce((SELECT max(%I) FROM %I), 0) + 1, false)',
    pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name) AS "statement"
  FROM information_schema.columns
  WHERE table_schema = 'public' AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL`;

/** Statements that switch triggers and references off, and on again, for a role that only owns the tables. */
const switches = `
  SELECT format('ALTER TABLE %s DISABLE TRIGGER USER', oid::regclass) AS "off",
    format('ALTER TABLE %s ENABLE TRIGGER USER', oid::regclass) AS "on"
  FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
  UNION ALL
  SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname),
    format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace`;

export type DatabaseLoader = {
  addChunk: (table: string, entry: TableContent) => Promise<void>;
  findWrongFiles: (found: AsyncIterable<FileChecksum>) => Promise<string[]>;
  /** `keepsWork`: the rows stay on the machine whose unfinished work they speak of. */
  commit: (options?: { keepsWork: boolean }) => Promise<void>;
  close: () => Promise<void>;
};

type TableContent = { content: () => AsyncIterable<Buffer> };
type LoadedRows = Pick<BackupManifest, 'migrations' | 'tables'>;

export type FileChecksum = { id: string; sha256: string };

/** @throws BadConfiguration when the backup is from a newer version, or from before the end of the old migrations */
export async function checkVersion({ migrations }: BackupManifest, folder: string): Promise<void> {
  const earlier = migrations.filter(isBeforeBaseline);
  if (earlier.length > 0 && !isWholeHistory(earlier)) {
    throw new BadConfiguration(
      `An older Slipway made this backup. Restore it with that of commit ${lastBefore}, start that once, then this one.`,
    );
  }
  const known = new Set(await knownMigrations(folder));
  const unknown = migrations.filter((name) => !isBeforeBaseline(name) && !known.has(name));
  if (unknown.length === 0) return;
  throw new BadConfiguration(
    `A newer Slipway made this backup (${unknown.join(', ')}). Restore it with that one.`,
  );
}

/** @throws BadConfiguration when an installation uses the database */
export async function checkUnused(url: string): Promise<void> {
  const client = new Connection({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(`SELECT to_regclass('public."Account"') IS NOT NULL AS "isMigrated"`);
    const isUsed = rows[0]?.isMigrated && (await client.query('SELECT FROM "Account" LIMIT 1')).rowCount;
    if (isUsed)
      throw new BadConfiguration('The database holds an installation already. Restore into an empty one.');
  } finally {
    await client.end();
  }
}

/** Fills an empty database in one transaction, without triggers, because the rows include what those count. */
export async function openLoader(url: string, manifest: LoadedRows, folder: string): Promise<DatabaseLoader> {
  await migrate(url, folder, [baseline, ...manifest.migrations]);
  const client = new Connection({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  const { rows: parts } = await client.query<{ off: string; on: string }>(switches);
  for (const { off } of parts) await client.query(off);
  // Includes dependent tables, which are in no backup.
  await client.query(`TRUNCATE ${quoted(manifest.tables.map(({ name }) => name))} CASCADE`);
  const rows = rowLoader(client, manifest);
  return {
    addChunk: rows.addChunk,
    findWrongFiles: async (found) => {
      await rows.end();
      return findWrongFiles(client, found);
    },
    commit: async ({ keepsWork } = { keepsWork: false }) => {
      await rows.end();
      if (!keepsWork) await client.query(resetRunningWork);
      const { rows: statements } = await client.query<{ statement: string }>(sequenceStatements);
      for (const { statement } of statements) await client.query(statement);
      for (const { on } of parts) await client.query(on);
      await client.query('COMMIT');
      // PostgreSQL analyses the tables only after a minute, and plans badly until then.
      await client.query('ANALYZE').catch(() => undefined); // not essential
    },
    close: () => client.end(),
  };
}

/** Chunks may split rows. All chunks of a table follow each other and form one COPY. */
function rowLoader(client: pg.Client, { tables }: LoadedRows) {
  let open: { table: string; stream: ReturnType<typeof copyFrom> } | null = null;
  const end = async () => {
    const stream = open?.stream;
    open = null;
    if (stream) await finished(stream.end());
  };
  const begin = async (table: string) => {
    await end();
    const columns = tables.find(({ name }) => name === table)?.columns;
    if (!columns) throw new BadConfiguration(`The backup has rows of an unknown table: ${table}.`);
    const stream = client.query(copyFrom(`COPY "${table}" (${quoted(columns)}) FROM STDIN`));
    stream.on('error', () => undefined); // the next write reports it, and after an abandoned restore nothing has to
    open = { table, stream };
    return open;
  };
  const addChunk = async (table: string, entry: TableContent) => {
    const { stream } = open?.table === table ? open : await begin(table);
    for await (const bytes of entry.content()) await writeWithBackpressure(stream, bytes);
  };
  return { addChunk, end };
}

async function writeWithBackpressure(stream: Writable, bytes: Buffer | string): Promise<void> {
  if (stream.errored) throw stream.errored;
  if (!stream.write(bytes)) await once(stream, 'drain');
}

async function findWrongFiles(client: pg.Client, found: AsyncIterable<FileChecksum>): Promise<string[]> {
  await client.query('CREATE TEMP TABLE found ("id" text PRIMARY KEY, "sha256" text) ON COMMIT DROP');
  const stream = client.query(copyFrom('COPY found FROM STDIN'));
  for await (const { id, sha256 } of found) {
    await writeWithBackpressure(stream, `${id}\t${sha256}\n`);
  }
  await finished(stream.end());
  const { rows } = await client.query<{ id: string }>(`
    SELECT f."id" FROM "File" f LEFT JOIN found USING ("id")
    WHERE ${hasArrived.sql} AND (found."id" IS NULL
      OR found."sha256" <> coalesce(f."sha256", found."sha256"))
    ORDER BY f."id"`);
  return rows.map(({ id }) => id);
}
