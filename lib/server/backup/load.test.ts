import { readdirSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { ownDatabase } from '@/testing/service/own-database';
import type { Entry } from './archive-reader';
import { openLoading } from './load';

const folder = 'prisma/migrations';
const many = 500;
const madeAt = '2026-11-23T12:00:00.000Z';
const nothing = { format: 1, version: '1', madeAt, fileCount: 0, filesBytes: 0, hasSecret: false } as const;
const rows: Entry = {
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
    const loading = await openLoading(own.url, { ...nothing, migrations, tables: [table] }, folder);
    await loading.addChunk(table.name, rows);
    await loading.compare((async function* () {})());
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
    const loading = await openLoading(own.url, { ...nothing, migrations, tables }, folder);
    await loading.close();
  } finally {
    await own.remove();
  }
});
