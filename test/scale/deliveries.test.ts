import { afterAll, beforeAll, expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { deliveries } from '@/lib/contract/alias/deliveries';
import { entryNames } from '@/lib/domain/file/entry-names';
import { saveForm } from '@/lib/server/services/alias/form';
import { selectInboxFiles } from '@/lib/server/services/delivery/inbox-files';
import { searchDeliveries } from '@/lib/server/services/delivery/search';
import { deliveryTable } from '@/lib/server/services/delivery/table';
import { zipBytes, zipLayout } from '@/lib/server/transfer/zip/layout';
import { noon, ownAlias, userContext } from '@/testing/service/context';
import { watchedDatabase } from './watched-database';

// DELIVERIES=5000 npx vitest run --project code test/scale/deliveries.test.ts prints the figures of a full inbox.
const count = Number(process.env.DELIVERIES ?? 5_000);
const fileBytes = 4 * 1024 ** 2; // 20 GB in 5,000 deliveries
const MiB = 1024 ** 2;

let watched: Awaited<ReturnType<typeof watchedDatabase>>;

beforeAll(async () => {
  watched = await watchedDatabase();
}, 60_000);
afterAll(() => watched.remove());

/** An inbox with a form of five questions, and deliveries with a file each. */
async function createFullInbox() {
  const owner = await userContext({ db: watched.db });
  const ctx = { ...owner, config: { ...owner.config, ZIP_MAX_SIZE: Number.MAX_SAFE_INTEGER } };
  const { id: aliasId } = await ownAlias(ctx);
  const questions = [1, 2, 3, 4, 5].map((n) => ({ id: `q${n}`, label: `Question ${n}`, kind: 'text' }));
  await saveForm(ctx, { ...AliasForm.parse({ questions }), aliasId });
  const answers = questions.map(({ label, kind }) => ({ label, kind, value: 'an answer of some words' }));
  await watched.bare.query(
    `INSERT INTO "Share" ("id", "ownerId", "aliasId", "validityMs", "maxViews", "createdAt")
     SELECT $1 || '-' || n, $2, $1, 60000, 1, $3::timestamptz - n * interval '1 minute'
     FROM generate_series(1, $4::int) AS n`,
    [aliasId, ctx.viewer.id, noon, count],
  );
  await watched.bare.query(
    `INSERT INTO "Delivery" ("shareId", "number", "name", "email", "answers")
     SELECT $1 || '-' || n, $2 - n + 1, 'Sender ' || n, 'sender' || n || '@example.org', $3
     FROM generate_series(1, $2::int) AS n`,
    [aliasId, count, JSON.stringify(answers)],
  );
  await watched.bare.query(
    `INSERT INTO "File" ("id", "shareId", "name", "sizeBytes", "storedBytes", "mimeType", "crc32", "state")
     SELECT $1 || '-' || n, $1 || '-' || n, 'plan ' || n || '.pdf', $2::bigint, $2::bigint, 'application/pdf', '00000000', 'complete'
     FROM generate_series(1, $3::int) AS n`,
    [aliasId, fileBytes, count],
  );
  await watched.bare.query('ANALYZE "Share", "Delivery", "File"');
  return { ctx, aliasId };
}

async function withinTime<T>(what: string, mostMs: number, work: () => Promise<T>): Promise<T> {
  await work();
  const from = performance.now();
  const result = await work();
  const ms = performance.now() - from;
  process.stdout.write(`${what}, ${count} deliveries: ${ms.toFixed(0)} ms\n`);
  expect(ms).toBeLessThan(mostMs);
  return result;
}

test('a full inbox is listed, searched, written as a table and packed', async () => {
  const { ctx, aliasId } = await createFullInbox();
  const list = (query: object) =>
    searchDeliveries(ctx, deliveries.search.query.parse({ pageSize: 50, alias: aliasId, ...query }));
  const first = await withinTime('a page', 1_000, () => list({}));
  expect([first.items.length, first.total.deliveries]).toEqual([50, count]);
  const all = await withinTime('a page of all inboxes', 1_000, () => list({ alias: undefined }));
  expect(all.total.deliveries).toBe(count);
  expect((await withinTime('the last page', 1_000, () => list({ page: count / 50 }))).items).toHaveLength(50);
  expect((await withinTime('words', 3_000, () => list({ q: 'nobody at all' }))).items).toHaveLength(0);
  expect((await withinTime('one sender', 3_000, () => list({ q: `sender${count}@` }))).items).toHaveLength(1);

  const lines = await withinTime('a table', 5_000, async () => {
    let read = 0;
    for await (const some of (await deliveryTable(ctx, aliasId)).lines) read += some.length;
    return read;
  });
  expect(lines).toBe(count);

  const layout = await withinTime('an archive, until its first byte', 5_000, async () => {
    const { selection } = await selectInboxFiles(ctx, aliasId);
    const names = entryNames(selection.files);
    return zipLayout(
      selection.files.map((file, n) => ({ ...file, fileId: file.id, name: names[n] ?? '', crc32: 0 })),
    );
  });
  expect(layout.sizeBytes).toBeGreaterThan(count * fileBytes);
  const zeros = Buffer.alloc(MiB);
  async function* read(_id: string, { start, end }: { start: number; end: number }) {
    for (let at = start; at <= end; at += zeros.length)
      yield zeros.subarray(0, Math.min(zeros.length, end - at + 1));
  }
  const middle = Math.floor(layout.sizeBytes / 2);
  const part = await withinTime('1 MiB from the middle of it', 1_000, async () => {
    let sum = 0;
    for await (const buffer of zipBytes(layout, { start: middle, end: middle + MiB - 1 }, read))
      sum += buffer.length;
    return sum;
  });
  expect(part).toBe(MiB);
}, 120_000);
