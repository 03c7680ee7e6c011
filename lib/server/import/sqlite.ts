import 'server-only';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { NormalQueryResult, Database as SqliteHandle } from 'node-sqlite3-wasm';
import { formatBytes } from '@/lib/domain/units';
import { BadConfiguration } from '@/lib/server/config';
import { DamagedDatabase } from './source';

/** A CommonJS module without named exports that Node could detect. */
const { Database } = createRequire(import.meta.url)(
  'node-sqlite3-wasm',
) as typeof import('node-sqlite3-wasm');

export type SourceRow = NormalQueryResult;
type SqlValues = (string | number)[];

export type Sqlite = {
  all: (sql: string, values?: SqlValues) => SourceRow[];
  /** Reads row by row. The statement can't be used again meanwhile. */
  each: (sql: string, values?: SqlValues) => IterableIterator<SourceRow>;
  hasColumn: (table: string, column: string) => boolean;
  stamp: () => string;
  close: () => void;
};

/**
 * Opens the file through a link in `folder`, where the library creates its lock. Copies the WAL, because reading
 * changes it, and the whole file if it has a journal to roll back.
 */
export function openSqlite(file: string, folder: string): Sqlite {
  const isWal = readJournalMode(file) === 2;
  const link = path.join(folder, 'source.db');
  const isBrokenOff = fs.existsSync(`${file}-journal`);
  if (!isBrokenOff) fs.symlinkSync(path.resolve(file), link);
  for (const ending of isBrokenOff ? ['', '-journal'] : ['-wal']) copyIfThere(file + ending, link + ending);
  const db = new Database(link, { readOnly: !isBrokenOff, fileMustExist: true });
  if (isWal) db.exec('PRAGMA locking_mode = EXCLUSIVE');
  const all = (sql: string, values: SqlValues = []) =>
    withDamageErrors(file, () => db.all(sql, values) as SourceRow[]);
  return {
    all,
    each: (sql, values = []) => rowsOf(db, file, sql, values),
    hasColumn: (table, column) =>
      all('SELECT 1 FROM pragma_table_info(?) WHERE name = ?', [table, column]).length > 0,
    stamp: () => ['', '-wal'].map((ending) => stampOf(file + ending)).join(),
    close: () => db.close(),
  };
}

function copyIfThere(file: string, to: string): void {
  if (!fs.existsSync(file)) return;
  const bytes = fs.statSync(file).size;
  const { bavail, bsize } = fs.statfsSync(path.dirname(to));
  if (bytes > bavail * bsize)
    throw new BadConfiguration(
      `${file} has to be copied first, and ${path.dirname(to)} has no room for its ${formatBytes(bytes, 'en')}.`,
    );
  fs.copyFileSync(file, to, fs.constants.COPYFILE_FICLONE);
}

function* rowsOf(db: SqliteHandle, file: string, sql: string, values: SqlValues): Generator<SourceRow> {
  const statement = withDamageErrors(file, () => db.prepare(sql));
  try {
    const rows = statement.iterate(values) as IterableIterator<SourceRow>;
    for (;;) {
      const { done, value } = withDamageErrors(file, () => rows.next());
      if (done) return;
      yield value;
    }
  } finally {
    statement.finalize();
  }
}

function withDamageErrors<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || !/malformed|not a database|disk I\/O/.test(error.message)) throw error;
    throw new DamagedDatabase(`${file} can’t be read: ${error.message}. It may be half a copy.`);
  }
}

function stampOf(file: string): string {
  const state = fs.statSync(file, { throwIfNoEntry: false });
  return state ? `${state.size} ${state.mtimeMs}` : '';
}

/** Byte 18 of the header: 1 for a rollback journal, 2 for WAL (sqlite.org/fileformat.html, 1.3.3). */
function readJournalMode(file: string): number {
  if (fs.statSync(file).isDirectory())
    throw new BadConfiguration(`${file} is a folder. Set --from to the database in it.`);
  const head = Buffer.alloc(100);
  const handle = fs.openSync(file, 'r');
  try {
    fs.readSync(handle, head, 0, head.length, 0);
  } finally {
    fs.closeSync(handle);
  }
  if (head.toString('latin1', 0, 15) !== 'SQLite format 3')
    throw new BadConfiguration(`${file} is not an SQLite database.`);
  return head.readUInt8(18);
}

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const asNumber = (value: unknown): number => Number(value ?? 0);
