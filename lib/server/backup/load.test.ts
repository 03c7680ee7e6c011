import { readdirSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { expect, test } from 'vitest';
import { beforeBaseline } from '@/testing/service/earlier-database';
import { ownDatabase } from '@/testing/service/own-database';
import type { ArchiveEntry } from './archive-reader';
import { checkVersion, openLoader } from './load';

const folder = 'prisma/migrations';
const many = 500;
const madeAt = '2026-11-23T12:00:00.000Z';
const nothing = { format: 1, version: '1', madeAt, fileCount: 0, filesBytes: 0, hasSecret: false } as const;
const rows: ArchiveEntry = {
  name: 'rows',
  sizeBytes: 0,
  content: async function* () {
    for (let n = 0; n < many; n++) yield Buffer.from(`client-${n}\t${madeAt}\t1\n`);
  },
  sha256: () => '',
};

test('what was restored is known to the planner at once', async () => {
  const own = await ownDatabase();
  const client = new pg.Client({ connectionString: own.url });
  await client.connect();
  try {
    const table = { name: 'RateLimit', columns: ['key', 'windowAt', 'count'] };
    const migrations = readdirSync(folder).filter((name) => name.startsWith('2'));
    const loading = await openLoader(own.url, { ...nothing, migrations, tables: [table] }, folder);
    await loading.addChunk(table.name, rows);
    await loading.findWrongFiles((async function* () {})());
    await loading.commit();
    await loading.close();
    const { rows: found } = await client.query(
      `SELECT reltuples::int FROM pg_class WHERE relname = 'RateLimit'`,
    );
    expect(found).toEqual([{ reltuples: many }]);
  } finally {
    await client.end();
    await own.remove();
  }
});

test('thumbnails are in no backup and don’t get in its way', async () => {
  const own = await ownDatabase();
  try {
    const migrations = readdirSync(folder).filter((name) => name.startsWith('2'));
    const tables = [{ name: 'File', columns: ['id'] }];
    const loading = await openLoader(own.url, { ...nothing, migrations, tables }, folder);
    await expect(loading.close()).resolves.toBeUndefined();
  } finally {
    await own.remove();
  }
});

test('a backup of before the baseline is known by all of its migrations, and refused with some of them', async () => {
  const earlier = gunzipSync(readFileSync(`${beforeBaseline}/database.sql.gz`)).toString();
  const names = [...new Set(earlier.match(/202611\d{8}_\w+/g))];
  expect(names).toHaveLength(48);
  const backup = { ...nothing, tables: [] };
  await checkVersion({ ...backup, migrations: names }, folder);
  const older = checkVersion({ ...backup, migrations: names.slice(1) }, folder);
  await expect(older).rejects.toThrow(/An older Slipway made this backup.* of commit [0-9a-f]{8}/);
  const newer = checkVersion({ ...backup, migrations: [...names, '2999_later'] }, folder);
  await expect(newer).rejects.toThrow('A newer Slipway made this backup (2999_later)');
});
