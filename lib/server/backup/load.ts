import 'server-only';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { BadConfiguration } from '@/lib/server/config';
import { baseline, isBeforeBaseline, isWholeHistory, lastBefore } from '@/lib/server/db/baseline';
import { Connection } from '@/lib/server/db/connection';
import { migrate } from '@/lib/server/db/migrate';
import { knownMigrations } from '@/lib/server/db/migrations';
import type { Entry } from './archive-reader';
import { quoted } from './dump';
import type { Manifest } from './names';

/** What ran when the backup was made doesn't run any more; a client whose upload had begun sends it from its start. */
const asleep = `
  UPDATE "Job" SET "leaseHolder" = NULL, "leaseUntil" = NULL, "dueAt" = now();
  UPDATE "Upload" SET "offsetBytes" = 0, "crc32" = '00000000', "hashState" = NULL, "leaseHolder" = NULL,
    "leaseUntil" = NULL, "generation" = 0`;

const counters = `
  SELECT format('SELECT setval(%L, coalesce((SELECT max(%I) FROM %I), 0) + 1, false)',
    pg_get_serial_sequence(quote_ident(table_name), column_name), column_name, table_name) AS "statement"
  FROM information_schema.columns
  WHERE table_schema = 'public' AND pg_get_serial_sequence(quote_ident(table_name), column_name) IS NOT NULL`;

export type Loading = {
  addChunk: (table: string, entry: Entry) => Promise<void>;
  /** Names of complete files whose bytes are not what their rows say, by what was found on the way. */
  compare: (found: AsyncIterable<Found>) => Promise<string[]>;
  /** Makes all of it count at once. */
  commit: () => Promise<void>;
  close: () => Promise<void>;
};

export type Found = { id: string; sha256: string };

/** @throws BadConfiguration when a newer version made the backup, or one from before all that the baseline makes */
export async function checkVersion({ migrations }: Manifest, folder: string): Promise<void> {
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

/** Fills an empty database with rows, in one transaction. Triggers are off: what they would count is among the rows. */
export async function openLoading(url: string, manifest: Manifest, folder: string): Promise<Loading> {
  await migrate(url, folder, [baseline, ...manifest.migrations]);
  const client = new Connection({ connectionString: url });
  await client.connect();
  await client.query('BEGIN');
  await client.query(`SET LOCAL session_replication_role = 'replica'`);
  // And what hangs on them and is in no backup.
  await client.query(`TRUNCATE ${quoted(manifest.tables.map(({ name }) => name))} CASCADE`);
  const rows = rowsInto(client, manifest);
  return {
    addChunk: rows.addChunk,
    compare: async (found) => {
      await rows.end();
      return compare(client, found);
    },
    commit: async () => {
      await client.query(asleep);
      const { rows: statements } = await client.query<{ statement: string }>(counters);
      for (const { statement } of statements) await client.query(statement);
      await client.query('COMMIT');
      // PostgreSQL would analyse the tables by itself a minute later; until then it would guess.
      await client.query('ANALYZE').catch(() => undefined); // everything is back without it
    },
    close: () => client.end(),
  };
}

/** A chunk may end within a row; all chunks of a table come one after another and are one COPY. */
function rowsInto(client: pg.Client, { tables }: Manifest) {
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
    stream.on('error', () => undefined); // the next write reports it; after an abandoned restore nobody needs it
    open = { table, stream };
    return open;
  };
  const addChunk = async (table: string, entry: Entry) => {
    const { stream } = open?.table === table ? open : await begin(table);
    for await (const bytes of entry.content()) await hand(stream, bytes);
  };
  return { addChunk, end };
}

async function hand(stream: Writable, bytes: Buffer | string): Promise<void> {
  if (stream.errored) throw stream.errored;
  if (!stream.write(bytes)) await once(stream, 'drain');
}

async function compare(client: pg.Client, found: AsyncIterable<Found>): Promise<string[]> {
  await client.query('CREATE TEMP TABLE found ("id" text PRIMARY KEY, "sha256" text) ON COMMIT DROP');
  const stream = client.query(copyFrom('COPY found FROM STDIN'));
  for await (const { id, sha256 } of found) {
    await hand(stream, `${id}\t${sha256}\n`);
  }
  await finished(stream.end());
  const { rows } = await client.query<{ id: string }>(`
    SELECT f."id" FROM "File" f LEFT JOIN found USING ("id")
    WHERE f."state" = 'complete' AND (found."id" IS NULL
      OR found."sha256" <> coalesce(f."sha256", found."sha256"))
    ORDER BY f."id"`);
  return rows.map(({ id }) => id);
}
