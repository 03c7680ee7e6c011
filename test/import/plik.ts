import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Database } from 'node-sqlite3-wasm';
import pg from 'pg';
import { emptyDatabase } from '../own-database';

const moments = ['created_at', 'deleted_at', 'expire_at'];
const flags = ['stream', 'one_shot', 'removable', 'protected_by_password', 'extend_ttl', 'is_admin'];

/** As Plik's own library makes the columns there. */
function typeOf(name: string, type: string): string {
  if (moments.includes(name)) return 'timestamptz';
  if (flags.includes(name)) return 'boolean';
  return type === 'integer' ? 'bigint' : 'text';
}

/** A database in PostgreSQL with what one in SQLite holds. */
export async function loadPlik(file: string): ReturnType<typeof emptyDatabase> {
  const there = await emptyDatabase();
  const client = new pg.Client({ connectionString: there.url });
  // A reader locks it by a folder beside it, and other tests see to it that nothing comes or goes there.
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-plik-'));
  const copy = path.join(work, 'plik.db');
  fs.copyFileSync(file, copy);
  const from = new Database(copy, { readOnly: true });
  await client.connect();
  for (const table of ['migrations', 'uploads', 'files', 'users', 'tokens']) {
    const columns = from.all(`PRAGMA table_info(${table})`);
    const types = columns.map(({ name, type }) => `"${name}" ${typeOf(String(name), String(type))}`);
    await client.query(`CREATE TABLE ${table} (${types})`);
    for (const row of from.all(`SELECT * FROM ${table}`)) {
      const names = Object.keys(row);
      const values = names.map((name) =>
        flags.includes(name) && row[name] !== null ? Boolean(row[name]) : row[name],
      );
      const places = names.map((_, n) => `$${n + 1}`);
      await client.query(
        `INSERT INTO ${table} (${names.map((name) => `"${name}"`)}) VALUES (${places})`,
        values,
      );
    }
  }
  from.close();
  fs.rmSync(work, { recursive: true });
  await client.end();
  return there;
}
