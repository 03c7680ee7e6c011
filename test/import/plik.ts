import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { openSqlite } from '@/lib/server/import/sqlite';
import { emptyDatabase } from '@/testing/service/own-database';

const moments = ['created_at', 'deleted_at', 'expire_at'];
const flags = ['stream', 'one_shot', 'removable', 'protected_by_password', 'extend_ttl', 'is_admin'];

/** Column types that Plik's library creates. */
function typeOf(name: string, type: string): string {
  if (moments.includes(name)) return 'timestamptz';
  if (flags.includes(name)) return 'boolean';
  return type === 'integer' ? 'bigint' : 'text';
}

export async function loadPlik(file: string): ReturnType<typeof emptyDatabase> {
  const there = await emptyDatabase();
  const client = new pg.Client({ connectionString: there.url });
  const workFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-plik-'));
  const from = openSqlite(file, workFolder);
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
  fs.rmSync(workFolder, { recursive: true });
  await client.end();
  return there;
}
