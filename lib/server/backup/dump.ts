import 'server-only';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { Connection } from '@/lib/server/db/connection';
import { hasArrived } from '@/lib/server/db/file-rows';
import { appliedMigrations } from '@/lib/server/db/migrate';
import type { ArchiveWriter } from './archive-writer';
import { type BackupManifest, chunkName } from './names';

const chunkBytes = 4 * 1024 * 1024;

type Snapshot = {
  describe: () => Promise<Pick<BackupManifest, 'migrations' | 'tables' | 'fileCount' | 'filesBytes'>>;
  /** Writes a line for each complete file: id, size and sha256 (or `\N`). */
  listFiles: (file: string) => Promise<void>;
  dump: (archive: ArchiveWriter, tables: BackupManifest['tables']) => Promise<void>;
  close: () => Promise<void>;
};

export async function openSnapshot(connectionString: string): Promise<Snapshot> {
  const client = new Connection({ connectionString });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const rowsOf = (sql: string): Readable => client.query(copyTo(`COPY (${sql}) TO STDOUT`));
  return {
    describe: () => contentOf(client),
    listFiles: (file) =>
      pipeline(
        rowsOf(
          `SELECT f."id", f."sizeBytes", f."sha256" FROM "File" f WHERE ${hasArrived.sql} ORDER BY f."id"`,
        ),
        createWriteStream(file, { mode: 0o600 }),
      ),
    dump: async (archive, tables) => {
      for (const { name, columns } of tables) {
        await dumpTable(archive, name, rowsOf(`SELECT ${quoted(columns)} FROM "${name}"`));
      }
    },
    close: () => client.end(),
  };
}

export const quoted = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ');

async function dumpTable(archive: ArchiveWriter, table: string, rows: Readable): Promise<void> {
  let chunks: Buffer[] = [];
  let sizeBytes = 0;
  let count = 0;
  const put = async () => {
    const { failure } = await archive.add(chunkName(table, count++), sizeBytes, chunks);
    if (failure) throw failure;
    [chunks, sizeBytes] = [[], 0];
  };
  for await (const chunk of rows) {
    chunks.push(chunk);
    sizeBytes += chunk.length;
    if (sizeBytes >= chunkBytes) await put();
  }
  if (sizeBytes > 0) await put();
}

export async function tablesOf(client: pg.ClientBase): Promise<BackupManifest['tables']> {
  const { rows } = await client.query<BackupManifest['tables'][number]>(`
    SELECT table_name AS "name", array_agg(column_name::text ORDER BY ordinal_position) AS "columns"
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND is_generated = 'NEVER'
    GROUP BY table_name ORDER BY table_name`);
  return rows;
}

async function contentOf(client: pg.Client) {
  const tables = await tablesOf(client);
  const migrations = await client.query<{ name: string }>(appliedMigrations.sql);
  const files = await client.query<{ count: string; bytes: string }>(
    `SELECT count(*) AS "count", coalesce(sum("sizeBytes"), 0) AS "bytes" FROM "File" f WHERE ${hasArrived.sql}`,
  );
  return {
    tables: tables.filter(({ name }) => name !== 'Thumbnail'), // the pictures come again
    migrations: migrations.rows.map(({ name }) => name),
    fileCount: Number(files.rows[0]?.count),
    filesBytes: Number(files.rows[0]?.bytes),
  };
}
