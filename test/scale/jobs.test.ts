import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dropStaleUploads } from '@/lib/server/jobs/drop-stale-uploads';
import { expireShares } from '@/lib/server/jobs/expire-shares';
import { forgetAudit, forgetLimits } from '@/lib/server/jobs/forget-old';
import { hashFiles } from '@/lib/server/jobs/hash-files';
import { finishRemovals } from '@/lib/server/services/account/remove';
import { openContext } from '../context';
import { noteChanges } from './changes';
import { seedLargeShare } from './seed';
import { watchedDatabase } from './watched-database';

// PostgreSQL ends a statement of ours after ten seconds. A job that tried to do months of work with one would fail each
// time anew, and what it has to remove would stay for ever. So what counts is how much each transaction takes away.
let watched: Awaited<ReturnType<typeof watchedDatabase>>;
let changes: Awaited<ReturnType<typeof noteChanges>>;

const [shares, filesEach, events] = [8, 3_000, 25_000];

beforeAll(async () => {
  watched = await watchedDatabase();
  changes = await noteChanges(watched.bare, ['Share', 'File', 'AuditEvent', 'RateLimit']);
}, 60_000);

beforeEach(() => changes.forget());
afterAll(() => watched.remove());

const context = () => openContext({ db: watched.db, now: new Date() });

/** How many rows of a table each transaction has removed. */
const removed = (table: string) => changes.sizes('transaction', { kind: 'DELETE', table });

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
  const files = await removed('File');
  expect(sum(files)).toBe(shares * filesEach);
  expect(Math.max(...files)).toBeLessThanOrEqual(10_000);
});

test('so do those of an account', async () => {
  await seedShares('leaving');
  await watched.bare.query(`UPDATE "Account" SET "deletingAt" = now() WHERE "id" = 'leaving'`);
  expect(await finishRemovals(context())).toBe(1);
  const files = await removed('File');
  expect(sum(files)).toBe(shares * filesEach);
  expect(Math.max(...files)).toBeLessThanOrEqual(10_000);
});

test('and uploads that nobody went on with', async () => {
  await seedLargeShare(watched.url, { id: 'stale', ownerId: 'idle', files: 12_000 });
  await watched.bare.query(`UPDATE "File" SET "state" = 'incoming', "storedBytes" = 0`);
  await watched.bare.query(`INSERT INTO "Upload" ("fileId", "expiresAt") SELECT "id", now() FROM "File"`);
  expect(await dropStaleUploads(context())).toBe(12_000);
  expect(await removed('File')).toEqual([2_000, 5_000, 5_000]);
});

test('and old events and counters', async () => {
  await watched.bare.query(`
    INSERT INTO "AuditEvent" ("at", "event", "outcome", "actorKind")
    SELECT now() - interval '5 years', 'login', 'success', 'visitor' FROM generate_series(1, ${events})`);
  await watched.bare.query(`
    INSERT INTO "RateLimit" ("key", "windowAt")
    SELECT 'key-' || n, now() - interval '5 days' FROM generate_series(1, ${events}) n`);
  expect([await forgetAudit(context()), await forgetLimits(context())]).toEqual([events, events]);
  for (const table of ['AuditEvent', 'RateLimit']) {
    expect(await removed(table)).toEqual([5_000, 10_000, 10_000]);
  }
});

test('a file without a checksum is found among all others by an index', async () => {
  await seedLargeShare(watched.url, { id: 'hashed', ownerId: 'owner', files: 20_000 });
  const scans = await watched.scansOf(() => hashFiles(context()));
  expect(scans).toEqual([]);
});
