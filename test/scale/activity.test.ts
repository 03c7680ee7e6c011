import { afterAll, beforeAll, expect, test } from 'vitest';
import { getShareActivity } from '@/lib/server/services/activity/share-activity';
import { draftShare, noon, userContext } from '@/testing/service/context';
import { watchedDatabase } from './watched-database';

// DOWNLOADS=1000000 npx vitest run --project code test/scale/activity.test.ts prints the figures of a popular link.
const downloads = Number(process.env.DOWNLOADS ?? 300_000);
const eachVisit = 10;
const runs = 20;

let watched: Awaited<ReturnType<typeof watchedDatabase>>;

beforeAll(async () => {
  watched = await watchedDatabase();
}, 60_000);
afterAll(() => watched.remove());

/** A share with visits of some downloads each, one visit with as many as all of them, and as many without a visit. */
async function createReadShare() {
  const ctx = await userContext({ db: watched.db });
  const { id: shareId } = await draftShare(ctx);
  const third = Math.floor(downloads / 3);
  await watched.bare.query(
    `INSERT INTO "Visit" ("id", "shareId", "version", "address", "startedAt")
     SELECT $1 || '-' || n, $1, 1, '192.0.2.1', $2::timestamptz - n * interval '1 second'
     FROM generate_series(0, $3::int) AS n`,
    [shareId, noon, Math.floor(third / eachVisit)],
  );
  await watched.bare.query(
    `INSERT INTO "Download" ("id", "shareId", "visitId", "kind", "sentBytes", "complete", "startedAt")
     SELECT $1 || '-' || n, $1, CASE n % 3 WHEN 0 THEN $1 || '-0' WHEN 1 THEN $1 || '-' || n / $4 / 3 END, 'zip', 1, true,
       $2::timestamptz - n * interval '1 second' FROM generate_series(1, $3::int) AS n`,
    [shareId, noon, downloads, eachVisit],
  );
  await watched.bare.query('ANALYZE "Visit", "Download"');
  return { ctx, shareId };
}

test('the activity of a share opens at once, however many downloads it has', async () => {
  const { ctx, shareId } = await createReadShare();
  const read = () => getShareActivity(ctx, { shareId, page: 1, pageSize: 50 });
  const { items, hasMore } = await read();
  expect([items.length, hasMore]).toEqual([50, true]);
  expect(items.find(({ id }) => id === `visit-${shareId}-0`)).toMatchObject({ moreDownloads: true });
  const scanned = await watched.scansOf(read);
  expect(scanned.filter(({ rows }) => rows > 500)).toEqual([]);

  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const from = performance.now();
    await read();
    times.push(performance.now() - from);
  }
  const median = times.sort((a, b) => a - b)[runs / 2] ?? 0;
  process.stdout.write(`activity of ${downloads} downloads: ${median.toFixed(1)} ms\n`);
  expect(median).toBeLessThan(100);
}, 120_000);
