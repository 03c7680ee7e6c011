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
  const from = new Database(file, { readOnly: true });
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
  await client.end();
  return there;
}
