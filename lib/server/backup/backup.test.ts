import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { newId } from '@/lib/server/ids';
import { removeBytes } from '@/lib/server/jobs/bytes';
import { holdJob, jobNames, prolongJob } from '@/lib/server/jobs/queue';
import { createRunner, type Job } from '@/lib/server/jobs/runner';
import { diskStorage } from '@/lib/server/storage/disk/disk-storage';
import type { Storage } from '@/lib/server/storage/port';
import { draftShare, userContext } from '@/testing/service/context';
import { emptyDatabase, ownDatabase } from '@/testing/service/own-database';
import { administer } from '@/testing/service/template-database';
import { readArchive, textOf } from './archive-reader';
import { makeBackup } from './make-backup';
import { unpackBackup } from './restore-backup';

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-backup-'));
let own: Awaited<ReturnType<typeof ownDatabase>>;
let ctx: UserContext;
let shareId: string;
let disk: Storage;

beforeAll(async () => {
  own = await ownDatabase();
  disk = diskStorage(path.join(root, 'disk'));
  const base = await userContext({ db: own.db, storage: disk });
  ctx = { ...base, config: { ...base.config, DATABASE_URL: own.url } };
  shareId = (await draftShare(ctx)).id;
  return async () => {
    await own.remove();
  };
});
afterAll(() => fs.rmSync(root, { recursive: true }));

async function createFile(text: string, stored: string | null = text): Promise<string> {
  const id = newId();
  const sha256 = createHash('sha256').update(text).digest('hex');
  const facts = { sizeBytes: text.length, storedBytes: text.length, sha256, mimeType: 'text/plain' };
  await ctx.db.file.create({ data: { id, shareId, name: 'a.txt', state: 'complete', ...facts } });
  if (stored === null) return id;
  const writer = await disk.openWriter(id, 0, stored.length);
  await writer.write([Buffer.from(stored)], 0);
  await writer.close();
  await disk.finish(id, stored.length);
  return id;
}

async function runJobs(): Promise<void> {
  const nothing: Job = async () => 0;
  const idle = Object.fromEntries(jobNames.map((name) => [name, nothing])) as Record<
    (typeof jobNames)[number],
    Job
  >;
  const jobs = { ...idle, 'remove bytes': removeBytes };
  const isClockRight = async () => true;
  await createRunner({ node: newId(), jobs, everyMs: 60_000, context: () => ctx, isClockRight }).look();
}

async function readContent(name: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const entry of readArchive(path.join(root, name))) {
    const text = await textOf(entry);
    found.set(path.basename(entry.name), text);
  }
  return found;
}

test('files deleted during a backup are in it whole, and leave the disk afterwards', async () => {
  const ids = [await createFile('first'), await createFile('second')];
  let reads = 0;
  const read: Storage['read'] = async function* (id, range) {
    if (++reads === 1) {
      await ctx.db.file.deleteMany({ where: { id: { in: ids } } });
      await runJobs();
    }
    yield* disk.read(id, range);
  };
  const report = await makeBackup({ ...ctx, storage: { ...disk, read } }, path.join(root, 'a.tar'));
  expect(report.damaged).toEqual([]);
  const content = await readContent('a.tar');
  expect(ids.map((id) => content.get(id))).toEqual(['first', 'second']);

  await runJobs();
  const left: string[] = [];
  for await (const { fileId } of disk.list()) left.push(fileId);
  expect(left.filter((id) => ids.includes(id))).toEqual([]);
});

test('settings made in the browser are in it, and small pictures are not', async () => {
  await ctx.db.setting.create({ data: { key: 'APP_NAME', value: 'Harbour', version: 3 } });
  const fileId = await createFile('a photo');
  const smallId = newId();
  await ctx.db.thumbnail.create({ data: { fileId, smallId, smallBytes: 5, keptIn: 'disk' } });
  const { manifest } = await makeBackup(ctx, path.join(root, 'pictures.tar'));
  expect(manifest.tables.map(({ name }) => name)).not.toContain('Thumbnail');
  const content = await readContent('pictures.tar');
  expect(content.has(smallId)).toBe(false);
  expect([...content.values()].join()).toMatch(/APP_NAME\t"Harbour".*\t3\n/);
});

test('damaged and missing files are named, and everything else is in the backup all the same', async () => {
  const [good, changed, missing] = [
    await createFile('good'),
    await createFile('true!', 'false'),
    await createFile('gone', null),
  ];
  const { damaged } = await makeBackup(ctx, path.join(root, 'b.tar'));
  expect(damaged.map(({ id }) => id).sort()).toEqual([changed, missing].sort());
  const content = await readContent('b.tar');
  expect(content.get(good)).toBe('good');
  expect(content.get('damaged.txt')).toContain(missing);
});

test('a second backup at the same time is refused, and leaves nothing behind', async () => {
  const [name, node] = ['remove bytes', 'backup of somebody'] as const;
  await holdJob(ctx.db, name, node);
  let isDone = false;
  const living = (async () => {
    while (!isDone) await prolongJob(ctx.db, name, node);
  })();
  await expect(makeBackup(ctx, path.join(root, 'c.tar'))).rejects.toThrow('Another backup');
  isDone = true;
  await living;
  expect(fs.readdirSync(root).filter((name) => name.startsWith('c.'))).toEqual([]);
});

test('a backup that was killed is waited for until its lease ends', async () => {
  const leaseUntil = new Date(Date.now() + 1_000);
  await ctx.db.job.update({
    where: { name: 'remove bytes' },
    data: { leaseHolder: 'backup of somebody', leaseUntil },
  });
  await makeBackup(ctx, path.join(root, 'd.tar'));
  expect(Date.now()).toBeGreaterThanOrEqual(leaseUntil.getTime() - 100);
});

test('an ordinary role’s empty database takes all rows, once', async () => {
  await createFile('moved');
  await makeBackup(ctx, path.join(root, 'move.tar'));
  const target = await emptyDatabase();
  const url = new URL(target.url);
  const role = `owner_${newId().toLowerCase()}`;
  await administer(own.url, `CREATE ROLE ${role} LOGIN`);
  await administer(own.url, `ALTER DATABASE "${url.pathname.slice(1)}" OWNER TO ${role}`);
  url.username = role;
  const restore = async (name: string) => {
    const dataDir = path.join(root, name);
    fs.mkdirSync(dataDir);
    return unpackBackup(path.join(root, 'move.tar'), dataDir, 'prisma/migrations', url.href);
  };
  try {
    const { manifest } = await restore('first');
    const counts = manifest.tables.map(({ name }) => `SELECT '${name}', count(*) FROM "${name}"`);
    const rest = [
      `SELECT 'references', count(*) FROM pg_constraint WHERE contype = 'f' AND convalidated`,
      `SELECT 'triggers', count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'`,
    ];
    const sql = [...counts, ...rest].join(' UNION ALL ');
    const [before, after] = [await rowsOf(own.url, sql), await rowsOf(url.href, sql)];
    expect(after).toEqual(before);
    await expect(restore('second')).rejects.toThrow('holds an installation already');
    expect(await rowsOf(url.href, sql)).toEqual(before);
    expect(fs.readdirSync(path.join(root, 'second'))).toEqual([]); // or no start would go on
  } finally {
    await target.remove();
    await administer(own.url, `DROP ROLE ${role}`);
  }
});

async function rowsOf(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(`SELECT * FROM (${sql}) AS counted (name, count) ORDER BY name`);
  await client.end();
  return rows;
}
