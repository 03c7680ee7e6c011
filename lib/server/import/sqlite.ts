import 'server-only';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { NormalQueryResult, Database as Opened } from 'node-sqlite3-wasm';
import { formatBytes } from '@/lib/domain/units';
import { BadConfiguration } from '@/lib/server/config';
import { Damaged } from './source';

/** It is no ES module, and node finds none of its names by itself. */
const { Database } = createRequire(import.meta.url)(
  'node-sqlite3-wasm',
) as typeof import('node-sqlite3-wasm');

export type Row = NormalQueryResult;
type Values = (string | number)[];

/** A SQLite file of another product, read page by page and never changed. */
export type Sqlite = {
  all: (sql: string, values?: Values) => Row[];
  /** One row after the other; nothing else may be asked of this statement meanwhile. */
  each: (sql: string, values?: Values) => IterableIterator<Row>;
  hasColumn: (table: string, column: string) => boolean;
  /** Another one after somebody has written to the file or to its log. */
  stamp: () => string;
  close: () => void;
};

/**
 * Opens it by a name in `folder`, because the library locks a file by a folder beside it. It is read where it is; its log
 * of WAL mode is copied, because reading changes that. Only one whose last change has to be undone is copied itself.
 */
export function openSqlite(file: string, folder: string): Sqlite {
  const isWal = readMode(file) === 2;
  const place = path.join(folder, 'source.db');
  const isBrokenOff = fs.existsSync(`${file}-journal`);
  if (!isBrokenOff) fs.symlinkSync(path.resolve(file), place);
  for (const ending of isBrokenOff ? ['', '-journal'] : ['-wal']) copyIfThere(file + ending, place + ending);
  const db = new Database(place, { readOnly: !isBrokenOff, fileMustExist: true });
  if (isWal) db.exec('PRAGMA locking_mode = EXCLUSIVE');
  const all = (sql: string, values: Values = []) => readable(file, () => db.all(sql, values) as Row[]);
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

function* rowsOf(db: Opened, file: string, sql: string, values: Values): Generator<Row> {
  const statement = readable(file, () => db.prepare(sql));
  try {
    const rows = statement.iterate(values) as IterableIterator<Row>;
    for (;;) {
      const { done, value } = readable(file, () => rows.next());
      if (done) return;
      yield value;
    }
  } finally {
    statement.finalize();
  }
}

/** @throws Damaged where the file holds other than what SQLite has written */
function readable<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Error) || !/malformed|not a database|disk I\/O/.test(error.message)) throw error;
    throw new Damaged(`${file} can’t be read: ${error.message}. It may be half a copy.`);
  }
}

function stampOf(file: string): string {
  const state = fs.statSync(file, { throwIfNoEntry: false });
  return state ? `${state.size} ${state.mtimeMs}` : '';
}

/** Byte 18 of the head: 1 for a rollback journal, 2 for WAL. */
function readMode(file: string): number {
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

/** A column of text; null and what is no text are "". */
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

export const count = (value: unknown): number => Number(value ?? 0);
