import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { config } from '@/lib/server/config';
import { newId } from '@/lib/server/ids';
import { administer } from '@/testing/service/template-database';
import { knownMigrations, migrate } from './migrate';

const folder = 'prisma/migrations';
const words = ['ЖУРНАЛ', 'ΩΜΈΓΑ', 'ԲԱՐԵՎ', 'ÅRSMÖTE'];

/** An empty database whose own locale knows no letters but those of ASCII. */
async function plainDatabase(): Promise<{ url: string; client: pg.Client }> {
  const server = config().DATABASE_URL ?? '';
  const name = `plain_${newId().toLowerCase()}`;
  await administer(server, `CREATE DATABASE ${name} TEMPLATE template0 LOCALE 'C' ENCODING 'UTF8'`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { url: url.href, client };
}

test.each(words)(
  'in a database with locale C, %s is found by its small letters and sorted among them',
  async (word) => {
    const { url, client } = await plainDatabase();
    await migrate(url, folder);
    const small = word.toLowerCase();
    const { rows } = await client.query(
      'SELECT "searchText"($1) = "searchText"($2) AS "isFound", "nameOrder"($1) = "nameOrder"($2) AS "isSorted"',
      [word, small],
    );
    expect(rows).toEqual([{ isFound: true, isSorted: true }]);
  },
);

test('what such a database held before is found by its index, too', async () => {
  const { url, client } = await plainDatabase();
  const names = await knownMigrations(folder);
  const older = names.filter((name) => !name.endsWith('_small_letters'));
  await migrate(
    url,
    folder,
    older.slice(
      0,
      names.findIndex((name) => name.endsWith('_small_letters')),
    ),
  );
  await client.query(
    `INSERT INTO "Account" ("id", "login", "source", "email") VALUES ('owner', 'owner', 'intern', 'ЖУК@example.org')`,
  );
  for (const word of words)
    await client.query(
      `INSERT INTO "Alias" ("id", "ownerId", "name", "validityMs") VALUES ($1, 'owner', $2, 1)`,
      [newId(), word],
    );
  await migrate(url, folder);
  await client.query('SET enable_seqscan = off');
  const find = (word: string) =>
    client.query(`SELECT "name" FROM "Alias" WHERE "searchText"("name") LIKE "searchText"($1)`, [
      `%${word}%`,
    ]);
  for (const word of words) expect((await find(word.toLowerCase())).rows).toEqual([{ name: word }]);
  const byAddress = `SELECT 1 FROM "Account" WHERE "smallLetters"("email") = "smallLetters"('жук@example.org')`;
  expect((await client.query(byAddress)).rowCount).toBe(1);
});

/** The checksums that earlier versions recorded. */
const sumsOnWindows = (copy: string): Record<string, string> =>
  Object.fromEntries(
    fs
      .readdirSync(copy)
      .filter((one) => /^\d/.test(one))
      .map((name) => {
        const sql = fs.readFileSync(path.join(copy, name, 'migration.sql'));
        return [name, createHash('sha256').update(sql).digest('hex')];
      }),
  );

test('a checkout with other ends of lines opens the same database, and a changed migration is named in a sentence', async () => {
  const { url, client } = await plainDatabase();
  await migrate(url, folder);
  const copy = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-migrations-'));
  onTestFinished(() => fs.rmSync(copy, { recursive: true }));
  fs.cpSync(folder, copy, { recursive: true });
  const rewrite = (change: (sql: string) => string) => {
    for (const name of fs.readdirSync(copy).filter((one) => /^\d/.test(one))) {
      const file = path.join(copy, name, 'migration.sql');
      fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
    }
  };
  rewrite((sql) => sql.replaceAll('\n', '\r\n'));
  expect(await migrate(url, copy)).toEqual([]);
  const other = await plainDatabase();
  await migrate(other.url, copy);
  expect(await migrate(other.url, folder)).toEqual([]);
  await client.query(
    'UPDATE "_prisma_migrations" SET "checksum" = sums.value FROM json_each_text($1) sums WHERE "migration_name" = sums.key',
    [JSON.stringify(sumsOnWindows(copy))],
  );
  expect(await migrate(url, folder)).toEqual([]);
  rewrite((sql) => `${sql}-- changed`);
  await expect(migrate(url, copy)).rejects.toThrow(
    /^The migration \S+ is not the one that the database was made with/,
  );
});
