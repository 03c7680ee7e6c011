import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readState } from '@/lib/server/services/storage/read-back';
import { draftShare, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { readBack } from './read-back';

const hour = 3_600_000;

let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

test('a disk that needs ten seconds for a piece is left alone for three minutes after each', async () => {
  const ctx = await userContext({ db: own.db, config: configWith({ STORAGE_CHECK: '90 days' }) });
  const { id: shareId } = await draftShare(ctx);
  const bytes = Buffer.alloc(9_000_000, 'x');
  const id = ctx.newId();
  await ctx.storage.storeWhole(id, [bytes]);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const row = { id, shareId, name: 'a.bin', mimeType: 'text/plain', state: 'complete', sha256 } as const;
  await own.db.file.create({ data: { ...row, sizeBytes: bytes.length, storedBytes: bytes.length } });

  let passedMs = 0;
  const now = vi.spyOn(performance, 'now').mockImplementation(() => passedMs);
  const read: typeof ctx.storage.read = (...asked) => {
    passedMs += 10_000;
    return ctx.storage.read(...asked);
  };
  const slow = { ...ctx, storage: { ...ctx.storage, read } };
  const pauseMs = async () => {
    const dueAt = new Date(Date.now() + hour); // as taking the job sets it
    const job = { name: 'read back', dueAt };
    await own.db.job.upsert({ where: { name: job.name }, create: job, update: job });
    await readBack(slow);
    return (await own.db.job.findUniqueOrThrow({ where: { name: job.name } })).dueAt.getTime() - Date.now();
  };
  const pauses = [await pauseMs(), await pauseMs(), await pauseMs(), await pauseMs()];
  now.mockRestore();
  expect(passedMs).toBe(30_000);
  expect(pauses.map((ms) => Math.round(ms / 10_000))).toEqual([19, 19, 19, 360]);
  expect(await readState(ctx)).toMatchObject({ after: id, found: [] });
});
