import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import { openForeignDatabase } from '@/lib/server/import/foreign-database';
import { unknownSchema } from '../source';
import { openSqlite, type SourceRow } from '../sqlite';

/**
 * Statements use each of `$1`, `$2`, … once and in order. `u.user` needs its table, because `user` alone is
 * PostgreSQL's current user.
 */
export type PlikDatabase = {
  rows: (sql: string, values?: (string | number)[]) => Promise<SourceRow[]>;
  stamp: () => string | Promise<string>;
  close: () => void | Promise<void>;
};

const newestMigration = '0004-max-user-size';
const tables = ['migrations', 'uploads', 'files', 'users', 'tokens'];

export async function openPlikDatabase(from: string, workFolder: string): Promise<PlikDatabase> {
  const db = /^postgres(ql)?:/.test(from) ? await openServer(from) : openFile(from, workFolder);
  try {
    if (!db.isPlik) throw new BadConfiguration('This is not Plik’s database: its tables are missing.');
    await checkVersion(db);
    return db;
  } catch (error) {
    await db.close();
    throw error;
  }
}

type OpenedPlikDatabase = PlikDatabase & { isPlik: boolean };

function openFile(file: string, workFolder: string): OpenedPlikDatabase {
  const { all, stamp, close } = openSqlite(file, workFolder);
  const names = all("SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) => name);
  return {
    isPlik: tables.every((name) => names.includes(name)),
    rows: async (sql, values) => all(sql.replace(/\$\d+/g, '?'), values),
    stamp,
    close,
  };
}

async function openServer(url: string): Promise<OpenedPlikDatabase> {
  const db = await openForeignDatabase(url, 'Plik’s');
  return {
    isPlik: tables.every(db.hasTable),
    rows: (sql, values) => db.rows<SourceRow>(sql, values),
    stamp: () => stampOf(url),
    close: db.close,
  };
}

/** Uses a new connection, because the import reads a snapshot. */
async function stampOf(url: string): Promise<string> {
  const db = await openForeignDatabase(url, 'Plik’s');
  try {
    const [row] = await db.rows<{ stamp: string }>(`
      SELECT concat_ws(' ', (SELECT concat(count(*), '/', max(created_at), '/', max(deleted_at)) FROM uploads),
        (SELECT concat(count(*), '/', max(created_at), '/', sum(CASE status WHEN 'uploaded' THEN 1 ELSE 0 END))
         FROM files), (SELECT count(*) FROM users)) AS stamp`);
    return row?.stamp ?? '';
  } finally {
    await db.close();
  }
}

async function checkVersion(db: PlikDatabase): Promise<void> {
  const rows = await db.rows("SELECT id FROM migrations WHERE id LIKE '0%' ORDER BY id DESC LIMIT 1");
  const newest = String(rows[0]?.id ?? '');
  if (newest > newestMigration) throw unknownSchema('Plik', newest, newestMigration);
}
