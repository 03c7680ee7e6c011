import 'server-only';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { quoted, tablesOf } from '@/lib/server/backup/dump';
import { openLoader } from '@/lib/server/backup/load';
import { BadConfiguration } from '@/lib/server/config';
import { withConnection } from '@/lib/server/db/connection';
import { appliedMigrations, baseline, checkKnown, knownMigrations, migrate } from '@/lib/server/db/migrate';

type DatabaseCopy = { from: string; to: string; migrations: string };

/** Copies all rows into an empty database, in which the same migrations run first. */
export const copyDatabase = ({ from, to, migrations }: DatabaseCopy): Promise<void> =>
  withConnection({ connectionString: from }, async (source) => {
    await source.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const applied = await appliedTo(source);
    if (applied.length === 0) return;
    const known = await knownMigrations(migrations);
    checkKnown(
      applied,
      known.map((name) => ({ name })),
    );
    await migrate(to, migrations, [baseline, ...applied]);
    const tables = await withConnection({ connectionString: to }, tablesOf);
    const loader = await openLoader(to, { migrations: applied, tables }, migrations);
    try {
      for (const { name, columns } of tables) {
        const copy = `COPY "${name}" (${quoted(columns)}) TO STDOUT`;
        await loader.addChunk(name, { content: () => source.query(copyTo(copy)) });
      }
      await loader.commit({ keepsWork: true });
    } finally {
      await loader.close();
    }
    const names = tables.map(({ name }) => name);
    const copied = await withConnection({ connectionString: to }, (target) => countsOf(target, names));
    if ((await countsOf(source, names)) !== copied)
      throw new BadConfiguration('Not all rows could be copied.');
  });

/** Empty where the first start was killed before it made a table. */
async function appliedTo(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query(`SELECT FROM pg_tables WHERE tablename = '_prisma_migrations'`);
  if (rows.length === 0) return [];
  return (await client.query<{ name: string }>(appliedMigrations.sql)).rows.map(({ name }) => name);
}

async function countsOf(client: pg.ClientBase, tables: readonly string[]): Promise<string> {
  const counts = tables.map((name) => `SELECT '${name}' AS "name", count(*) FROM "${name}"`);
  const { rows } = await client.query(`${counts.join(' UNION ALL ')} ORDER BY "name"`);
  return JSON.stringify(rows);
}
