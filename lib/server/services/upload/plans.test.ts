import { expect, onTestFinished, test } from 'vitest';
import { closePool, openPool, queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { findStoredFile } from '@/lib/server/services/file/stored-file';
import { draftShare, intoShare, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { createUpload } from './create';
import { takeLease } from './lease';
import { completeUpload } from './progress';

type Known = { name: string; statement: string; count: number; generic: string; custom: string };
type Line = { 'QUERY PLAN': string };

const known = Prisma.sql`
  SELECT "name", "statement", cardinality("parameter_types") AS "count", "generic_plans" AS "generic",
    "custom_plans" AS "custom"
  FROM pg_prepared_statements WHERE "statement" ~ '"(File|Upload)"'`;

/** Everything that uploads and downloads ask past Prisma, of a house without a file, and with one connection. */
async function setUp() {
  const own = await ownDatabase();
  openPool(own.db, { connectionString: own.url, max: 1 }, {});
  onTestFinished(async () => {
    await closePool(own.db);
    await own.remove();
  });
  const ctx = await userContext({ db: own.db, now: new Date() });
  const share = await draftShare(ctx);
  const destination = intoShare(ctx, share.id);
  const file = { name: 'a.bin', path: '', mimeType: 'text/plain', sizeBytes: 1 };
  const inOneGo = { chunks: [Buffer.from('x')], crc32: '8cdc1683' };
  const send = async (unchecked: typeof destination | null) => {
    const fileId = ctx.newId();
    await createUpload(ctx, { id: fileId, destination, file });
    const taken = unchecked ? null : await takeLease(ctx, { fileId, node: 'here', destination });
    const lease = taken?.lease ?? null;
    await completeUpload(ctx, {
      fileId,
      batchKey: share.id,
      sizeBytes: 1,
      sha256: null,
      inOneGo,
      lease,
    });
    expect(await findStoredFile(ctx.db, { fileId, shareId: share.id })).not.toBeNull();
  };
  await send(null);
  await send(destination);
  return { ctx, statements: await queryDirect<Known>(own.db, known) };
}

test('statements past Prisma are planned once, by keys, even before there is a file', async () => {
  const { ctx, statements } = await setUp();
  expect(statements.length).toBe(4);
  const scans: string[] = [];
  for (const { name, count, generic, custom } of statements) {
    expect([Number(generic) > 0, Number(custom)]).toEqual([true, 0]);
    const nothing = Array.from({ length: count }, () => 'NULL').join();
    const plan = await queryDirect<Line>(ctx.db, Prisma.raw(`EXPLAIN EXECUTE "${name}"(${nothing})`));
    const lines = plan.map((line) => line['QUERY PLAN']);
    for (const [at, line] of lines.entries())
      if (/Scan.* on "(File|Upload)"/.test(line)) scans.push(`${line} ${lines[at + 1]}`);
  }
  expect(scans.length).toBeGreaterThan(6);
  for (const scan of scans) expect(scan).toMatch(/(Index|Recheck) Cond: \("?(id|fileId)"? = /);
});
