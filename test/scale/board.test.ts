import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBoard } from '@/lib/features/request/board';
import type { UserContext } from '@/lib/server/context';
import { isLong } from '@/testing/is-long';
import { userContext } from '@/testing/service/context';
import { newRound, slotOf } from '@/testing/service/requests';
import { watchedDatabase } from './watched-database';

const [people, rounds] = [2_000, isLong ? 50 : 5];
let watched: Awaited<ReturnType<typeof watchedDatabase>>;
let owner: UserContext;
let round: string;
let aliasId: string;

beforeAll(async () => {
  watched = await watchedDatabase();
  owner = await userContext({ db: watched.db });
  const slots = Array.from({ length: 20 }, (_, n) => slotOf(`Slot ${n}`));
  ({ aliasId, round } = await newRound(owner, { slots }));
  for (let n = 1; n < rounds; n++) await newRound(owner, { aliasId, slots });
  const { bare } = watched;
  await bare.query('SET session_replication_role = replica');
  await bare.query(`
    INSERT INTO "FileRequest" ("id", "roundId", "name", "address", "key", "dueDay", "dueAt", "linkHash")
    SELECT md5(o."id" || n), o."id", 'Person ' || n, n || '@example.org', n || '@example.org', '2026-03-22', now(), md5(o."id" || n)
    FROM "RequestRound" o, generate_series(1, ${people}) n ORDER BY o."id", md5(n::text)`);
  await bare.query(
    `INSERT INTO "RequestCell" ("requestId", "slotId", "receivedAt", "shareId")
     SELECT r."id", s."id", now(), md5(r."id" || s."id") FROM "FileRequest" r JOIN "RequestSlot" s ON s."roundId" = r."roundId"
     WHERE r."roundId" = $1`,
    [round],
  );
  await bare.query(
    `INSERT INTO "Share" ("id", "ownerId", "aliasId", "validityMs", "maxViews")
     SELECT "shareId", $1, $2, 86400000, 1 FROM "RequestCell"`,
    [owner.viewer.id, aliasId],
  );
  await bare.query(`
    INSERT INTO "File" ("id", "shareId", "name", "sizeBytes", "storedBytes", "mimeType", "state")
    SELECT "id", "id", 'scan.pdf', 3, 3, 'application/pdf', 'complete' FROM "Share"`);
  await bare.query('VACUUM ANALYZE');
}, 120_000);
afterAll(() => watched.remove());

const page = (number: number, over: object = {}) =>
  getBoard(owner, { aliasId, round, q: '', page: number, pageSize: 50, ...over });

const large = ['FileRequest', 'RequestCell', 'Share', 'File'];
const views = [{}, { state: 'open' }, { state: 'late' }, { state: 'complete' }, { q: 'son 19' }];

test(`a page of a board of ${people} × 20 is read by indexes, however many other requests there are`, async () => {
  const { items, total } = await page(40);
  expect([items.length, items[0]?.cells.length, items[0]?.cells[0]?.files, total]).toEqual([
    50,
    20,
    1,
    people,
  ]);
  for (const view of views) {
    const scans = await watched.scansOf(() => page(1, view));
    expect(
      scans.filter(({ table }) => large.includes(table)),
      JSON.stringify(view),
    ).toEqual([]);
  }
});

test('the last page of a board reads five blocks for a cell at most, and few for what comes before it', async () => {
  for (const number of [1, 40]) {
    const blocks = await watched.blocksOf(() => page(number));
    expect(blocks).toBeLessThan(50 * 20 * 5);
  }
});
