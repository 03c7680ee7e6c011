import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hashFiles } from '@/lib/server/jobs/bytes';
import { expireShares, forgetAudit, forgetEndedSessions, forgetLimits } from '@/lib/server/jobs/forget';
import { sumTally } from '@/lib/server/jobs/sum-tally';
import { dropStaleUploads, finishUploads } from '@/lib/server/jobs/unfinished-uploads';
import { removeMarkedAccounts } from '@/lib/server/services/account/remove';
import { openContext } from '@/testing/service/context';
import { recordChanges } from './changes';
import { seedLargeShare } from './seed';
import { watchedDatabase } from './watched-database';

// A statement may take ten seconds. A job that tried months of work in one would fail each time, so this counts the
// rows per transaction.
let watched: Awaited<ReturnType<typeof watchedDatabase>>;
let changes: Awaited<ReturnType<typeof recordChanges>>;

const [shares, filesEach, events] = [4, 3_000, 12_000];

beforeAll(async () => {
  watched = await watchedDatabase();
  changes = await recordChanges(watched.bare, [
    'Share',
    'File',
    'AuditEvent',
    'RateLimit',
    'Session',
    'Tally',
  ]);
}, 60_000);

beforeEach(() => changes.forget());
afterAll(() => watched.remove());

const context = () => openContext({ db: watched.db, now: new Date() });

const removedRows = (table: string) => changes.sizes('transaction', { kind: 'DELETE', table });

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);

async function seedShares(ownerId: string) {
  for (let n = 0; n < shares; n++) {
    await seedLargeShare(watched.url, { id: `${ownerId}-${n}`, ownerId, files: filesEach });
  }
}

test('shares that all expired on the same day go a few at a time', async () => {
  await seedShares('expired');
  await watched.bare.query(`
    INSERT INTO "Publication" ("shareId", "linkId", "publishedAt", "publishUntil")
    SELECT "id", 'link-' || "id", now() - interval '90 days', now() - interval '60 days' FROM "Share"`);
  expect(await expireShares(context())).toBe(shares);
  const files = await removedRows('File');
  expect(sum(files)).toBe(shares * filesEach);
  expect(Math.max(...files)).toBeLessThanOrEqual(10_000);
});

test('shares of a deleted account go a few at a time', async () => {
  await seedShares('leaving');
  await watched.bare.query(`UPDATE "Account" SET "deletingAt" = now() WHERE "id" = 'leaving'`);
  expect(await removeMarkedAccounts(context())).toBe(1);
  const files = await removedRows('File');
  expect(sum(files)).toBe(shares * filesEach);
  expect(Math.max(...files)).toBeLessThanOrEqual(10_000);
});

async function seedUploads(id: string, { files, offset, until }: UploadSeed) {
  await seedLargeShare(watched.url, { id, ownerId: 'idle', files });
  await watched.bare.query(
    `UPDATE "File" SET "state" = 'incoming', "storedBytes" = 0, "crc32" = NULL, "sha256" = NULL WHERE "shareId" = $1`,
    [id],
  );
  await watched.bare.query(
    `INSERT INTO "Upload" ("fileId", "offsetBytes", "expiresAt")
     SELECT "id", $2, now() + $3::interval FROM "File" WHERE "shareId" = $1`,
    [id, offset, until],
  );
}
type UploadSeed = { files: number; offset: number; until: string };

test('and uploads that nobody went on with, whatever the planner believes', async () => {
  await seedUploads('stale', { files: 42_000, offset: 999, until: '0' });
  await seedUploads('growing', { files: 2_000, offset: 999, until: '1 hour' });
  await watched.seemEmpty('File', 'Upload');
  expect(await dropStaleUploads(context())).toBe(42_000);
  const files = await removedRows('File');
  expect(sum(files)).toBe(42_000);
  expect(Math.max(...files)).toBeLessThanOrEqual(5_000);
  expect(await watched.db.upload.count()).toBe(2_000);
});

test('whole uploads are found among as many others and finished', async () => {
  await seedUploads('many', { files: 42_000, offset: 999, until: '1 hour' });
  await seedUploads('whole', { files: 3, offset: 1_000, until: '1 hour' });
  await watched.seemEmpty('File', 'Upload');
  const finished: string[] = [];
  const finish = async (id: string) => void finished.push(id);
  const ctx = context();
  expect(await finishUploads({ ...ctx, storage: { ...ctx.storage, finish } })).toBe(3);
  expect(finished.sort()).toEqual(['whole-1', 'whole-2', 'whole-3']);
});

test('and old events, counters and sessions', async () => {
  await watched.bare.query(`
    INSERT INTO "AuditEvent" ("at", "event", "outcome", "actorKind")
    SELECT now() - interval '5 years', 'login', 'success', 'visitor' FROM generate_series(1, ${events})`);
  await watched.bare.query(`
    INSERT INTO "RateLimit" ("key", "windowAt")
    SELECT 'key-' || n, now() - interval '5 days' FROM generate_series(1, ${events}) n`);
  await watched.bare.query(`INSERT INTO "Account" ("id", "login") VALUES ('scripted', 'scripted')`);
  await watched.bare.query(`
    INSERT INTO "Session" ("id", "accountId", "endsAt")
    SELECT 'session-' || n, 'scripted', now() - interval '5 days' FROM generate_series(1, ${events}) n`);
  await watched.seemEmpty('AuditEvent', 'RateLimit', 'Session');
  for (const forget of [forgetAudit, forgetLimits, forgetEndedSessions])
    expect(await forget(context())).toBe(events);
  for (const table of ['AuditEvent', 'RateLimit', 'Session']) {
    expect(await removedRows(table)).toEqual([2_000, 10_000]);
  }
});

/** Behaves as if an alias with this many shares got another id. */
const seedTally = (shares: number) =>
  watched.bare.query(
    `INSERT INTO "Tally" ("ownerId", "aliasId", "shares", "sizeBytes")
     SELECT 'moved', CASE n % 2 WHEN 0 THEN 'new' END, CASE n % 2 WHEN 0 THEN 1 ELSE -1 END, 0
     FROM generate_series(1, 2 * $1::int) n`,
    [shares],
  );
const readTally = () =>
  watched.db.tally.findMany({
    where: { ownerId: 'moved' },
    orderBy: { aliasId: 'asc' },
    select: { aliasId: true, shares: true },
  });

test('the tally of an alias with many shares is summed up a part at a time', async () => {
  await watched.bare.query('DELETE FROM "Tally"');
  await seedTally(30_000);
  await watched.seemEmpty('Tally');
  await changes.forget();
  await sumTally(context());
  expect(Math.max(...(await removedRows('Tally')))).toBeLessThanOrEqual(10_000);
  expect(await readTally()).toEqual([
    { aliasId: 'new', shares: 30_000n },
    { aliasId: null, shares: -30_000n },
  ]);
  expect(await sumTally(context())).toBe(0);
});

test('a share that another node is summing up is left to it', async () => {
  await watched.bare.query('DELETE FROM "Tally"');
  await seedTally(12_000);
  await watched.bare.query('BEGIN');
  // All but one of the first: a single one makes no sum.
  await watched.bare.query(`
    SELECT 1 FROM "Tally" WHERE "aliasId" = 'new' AND "id" <> (SELECT min("id") FROM "Tally" WHERE "aliasId" = 'new')
    FOR UPDATE`);
  await sumTally(context());
  await watched.bare.query('COMMIT');
  const left = await readTally();
  expect(left.filter(({ aliasId }) => aliasId === null)).toEqual([{ aliasId: null, shares: -12_000n }]);
  expect(left).toHaveLength(12_001);
  await sumTally(context());
  expect(await readTally()).toHaveLength(2);
});

test('a file without a checksum is found among all others by an index', async () => {
  await seedLargeShare(watched.url, { id: 'hashed', ownerId: 'owner', files: 20_000 });
  const scans = await watched.scansOf(() => hashFiles(context()));
  expect(scans).toEqual([]);
});
