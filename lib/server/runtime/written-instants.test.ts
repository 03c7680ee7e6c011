import fs from 'node:fs';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { ownDatabase } from '@/testing/service/own-database';
import { repairInstants } from './written-instants';

type Fixture = {
  true: { created: number; published: number; formAt: number; link: string };
  tables: Record<string, unknown[]>;
};
const written: Fixture = JSON.parse(fs.readFileSync('test/fixtures/written-in-berlin.json', 'utf8'));
const halfHour = 30 * 60_000;

/** A database as an earlier version left it, now in the zone that is given. */
async function writtenInBerlin({ zone }: { zone: string }) {
  const { url, remove } = await ownDatabase();
  onTestFinished(remove);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(`SET session_replication_role = 'replica'; SET timezone = 'UTC'; TRUNCATE "Setting"`);
  const all = Object.entries(written.tables).filter(([table]) => table !== '_prisma_migrations');
  for (const [table, rows] of all) {
    // Columns that came later get what a migration gives them.
    const columns = Object.keys(rows[0] ?? {}).map((name) => `"${name}"`);
    if (columns.length === 0) continue;
    await client.query(
      `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM json_populate_recordset(NULL::"${table}", $1)`,
      [JSON.stringify(rows)],
    );
  }
  const migrated = JSON.stringify(written.tables._prisma_migrations);
  await client.query(
    `UPDATE _prisma_migrations m SET finished_at = old.finished_at
     FROM json_populate_recordset(NULL::_prisma_migrations, $1) old WHERE old.migration_name = m.migration_name`,
    [migrated],
  );
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone TO '${zone}'`);
  const instant = async (sql: string): Promise<number> => {
    const { rows } = await client.query<{ at: string }>(`SELECT extract(epoch FROM (${sql})) * 1000 AS "at"`);
    return Number(rows[0]?.at);
  };
  return { url, client, instant };
}

const until = `SELECT "publishUntil" FROM "Publication"`;
const { published, created, formAt } = written.true;
/** Milliseconds that the calls took whose time the fixture notes. */
const near = (at: number) => ({ asymmetricMatch: (found: number) => Math.abs(found - at) < 1_000 });

test('a database that was written in its own zone gets the true instants, once', async () => {
  const { url, instant } = await writtenInBerlin({ zone: 'Europe/Berlin' });
  expect(await instant(until)).toEqual(near(published + halfHour - 3_600_000));
  expect(await repairInstants(url)).toEqual({ state: 'repaired', zone: 'Europe/Berlin' });
  for (const again of [false, true]) {
    if (again) await repairInstants(url);
    expect(await instant(until)).toEqual(near(published + halfHour));
    expect(await instant(`SELECT min("createdAt") FROM "Share"`)).toEqual(near(created));
    expect(await instant(`SELECT "createdAt" FROM "File" WHERE "name" = 'a.txt'`)).toEqual(near(created));
    expect(await instant(`SELECT "completedAt" FROM "File" WHERE "name" = 'form.txt'`)).toEqual(near(formAt));
    expect(await instant(`SELECT "at" FROM "AuditEvent" WHERE "event" = 'share.publish'`)).toEqual(
      near(published),
    );
    expect(await instant(`SELECT "at" FROM "AuditEvent" WHERE "event" = 'upload.start'`)).toEqual(
      near(created),
    );
  }
});

test.each(['UTC', 'America/New_York'])(
  'one that is in %s now is put right only where the audit proves it',
  async (zone) => {
    const { url, client, instant } = await writtenInBerlin({ zone });
    const before = await instant(`SELECT min("createdAt") FROM "Share"`);
    expect(await repairInstants(url)).toEqual({ state: 'mixed', zone, unproven: 0 });
    expect(await instant(until)).toEqual(near(published + halfHour));
    expect(await instant(`SELECT "publishedAt" FROM "Publication"`)).toEqual(near(published));
    expect(await instant(`SELECT min("createdAt") FROM "Share"`)).toBe(before);
    const { rowCount } = await client.query(`SELECT 1 FROM "Session" WHERE "revokedAt" IS NULL`);
    expect(rowCount).toBe(0);
  },
);

test('a link whose validity was changed later proves nothing, and is counted', async () => {
  const { url, client, instant } = await writtenInBerlin({ zone: 'UTC' });
  await client.query(
    `INSERT INTO "AuditEvent" ("id", "at", "event", "outcome", "actorKind", "shareId", "details")
     SELECT 1000, "publishedAt", 'share.limit', 'ok', 'user', "shareId", '{"validityMs": 7200000}' FROM "Publication"`,
  );
  await client.query(`UPDATE "Publication" SET "publishUntil" = "publishedAt" + interval '2 hours'`);
  const before = await instant(until);
  expect(await repairInstants(url)).toEqual({ state: 'mixed', zone: 'UTC', unproven: 1 });
  expect(await instant(until)).toBe(before);
});

test('what was written in UTC stays as it is, and a new database has nothing to put right', async () => {
  const { url, client, instant } = await writtenInBerlin({ zone: 'Europe/Berlin' });
  expect(await repairInstants(url)).toMatchObject({ state: 'repaired' });
  await client.query(`DELETE FROM "Setting" WHERE "key" = 'instants'`);
  await client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone TO 'UTC'`);
  const before = await instant(until);
  expect(await repairInstants(url)).toEqual({ state: 'right', zone: 'UTC' });
  expect(await instant(until)).toBe(before);

  const fresh = await ownDatabase();
  onTestFinished(fresh.remove);
  expect(await repairInstants(fresh.url)).toMatchObject({ state: 'right' });
});
