import { afterAll, beforeAll, expect, test } from 'vitest';
import { getBoard } from '@/lib/features/request/board';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isLong } from '@/testing/is-long';
import { userContext } from '@/testing/service/context';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { newRound, slotOf } from '@/testing/service/requests';

const [people, rounds] = [2_000, isLong ? 50 : 5];
let own: OwnDatabase;
let owner: UserContext;
let round: string;
let aliasId: string;

beforeAll(async () => {
  own = await ownDatabase();
  owner = await userContext({ db: own.db });
  const slots = Array.from({ length: 20 }, (_, n) => slotOf(`Slot ${n}`));
  ({ aliasId, round } = await newRound(owner, { slots }));
  for (let n = 1; n < rounds; n++) await newRound(owner, { aliasId, slots });
  await own.db.$executeRaw`
    INSERT INTO "FileRequest" ("id", "roundId", "name", "address", "key", "dueDay", "dueAt", "linkHash")
    SELECT md5(o."id" || n), o."id", 'Person ' || n, n || '@example.org', n || '@example.org', '2026-03-22', now(), md5(o."id" || n)
    FROM "RequestRound" o, generate_series(1, ${people}) n`;
  await own.db.$executeRaw`
    INSERT INTO "RequestCell" ("requestId", "slotId", "receivedAt")
    SELECT r."id", s."id", now() FROM "FileRequest" r JOIN "RequestSlot" s ON s."roundId" = r."roundId" WHERE r."roundId" = ${round}`;
  await own.db.$executeRaw`ANALYZE`;
});
afterAll(() => own.remove());

const page = (number: number, over: object = {}) =>
  getBoard(owner, { aliasId, round, q: '', page: number, pageSize: 50, ...over });

test(`a page of a board of ${people} × 20 is read by indexes, however many other requests there are`, async () => {
  const reads = async (column: 'seq_tup_read' | 'idx_scan') => {
    const rows = await own.db.$queryRaw<{ reads: bigint }[]>`
      SELECT coalesce(${Prisma.raw(column)}, 0)::bigint AS "reads" FROM pg_stat_user_tables
      WHERE relname IN ('FileRequest', 'RequestCell') ORDER BY relname`;
    return rows.map((row) => Number(row.reads));
  };
  const [scanned, found = 0] = [await reads('seq_tup_read'), (await reads('idx_scan'))[1]];
  for (const over of [{}, { state: 'late' }, { state: 'complete' }]) await page(20, over);
  const { items, total } = await page(40);
  expect([items.length, items[0]?.cells.length, total]).toEqual([50, 20, people]);
  await expect.poll(async () => (await reads('idx_scan'))[1], { timeout: 20_000 }).toBeGreaterThan(found); // counted by now
  expect(await reads('seq_tup_read')).toEqual(scanned);
});
