import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { expect, test } from 'vitest';
import { config } from '@/lib/server/config';
import { announcePresence } from '@/lib/server/db/notifications';
import { newId } from '@/lib/server/ids';
import { createUpload } from '@/lib/server/services/upload/create';
import { leaseMs, unseenLeaseMs } from '@/lib/server/services/upload/lease';
import { completeUpload, saveProgress } from '@/lib/server/services/upload/progress';
import { draftShare, intoShare, userContext } from '@/testing/service/context';
import { LockedUploads } from './locked-uploads';
import { createProcessLocks, leaseLost } from './process-locks';

/** Two nodes on one database, and an upload of eight bytes. */
async function setUp({ drainMs = 20, waitMs = 5_000, isSeen = (): boolean => true } = {}) {
  const ctx = await userContext({ now: new Date() });
  const share = await draftShare(ctx);
  const fileId = ctx.newId();
  const file = { name: 'a', path: '', mimeType: 'text/plain', sizeBytes: 8 };
  const destination = intoShare(ctx, share.id);
  await createUpload(ctx, { id: fileId, destination, file });
  const ids: string[] = [];
  const node = () => {
    const id = newId();
    ids.push(id);
    return new LockedUploads({
      id: () => id,
      isPresent: isSeen,
      locks: createProcessLocks({ drainMs, waitMs }),
      waitMs,
    });
  };
  const request = { fileId, destination, isReadOnly: false };
  const row = () => ctx.db.upload.findUniqueOrThrow({ where: { fileId } });
  /** As if a holder had not been heard of for as long as its lease lasts. */
  const expire = () =>
    ctx.db.$executeRaw`UPDATE "Upload" SET "leaseUntil" = now() WHERE "fileId" = ${fileId}`;
  const write = async (bytes: string, from: number, generation: bigint) => {
    const writer = await ctx.storage.openWriter(fileId, from, 1_000, generation);
    return { writer, written: await writer.write([Buffer.from(bytes)], from) };
  };
  const nodes = { here: node(), there: node() };
  /** Shows the first node to the others until it is told to stop. */
  const show = async () => {
    const connection = new pg.Client({ connectionString: config().DATABASE_URL });
    await connection.connect();
    await announcePresence(connection, ids[0] ?? '');
    return () => connection.end();
  };
  return { ctx, fileId, ...nodes, show, request, row, expire, write };
}

const crc32 = '00000000';

test('a holder is asked over nodes to let go, and who waits has the upload at once', async () => {
  const { ctx, here, there, request, row } = await setUp();
  const first = await here.lock(ctx, request);
  first.stop.addEventListener('abort', () => void first.release());
  const beganMs = performance.now();
  const second = await there.lock(ctx, request);
  expect(performance.now() - beganMs).toBeLessThan(leaseMs / 2);
  expect(second.file).toMatchObject({ offset: 0, generation: 0n });
  await second.release();
  expect(await row()).toMatchObject({ leaseHolder: null, fence: 2n });
});

test('nobody waits without end for another node’s holder', async () => {
  const { ctx, here, there, request } = await setUp({ waitMs: 60 });
  const locked = await here.lock(ctx, request);
  await expect(there.lock(ctx, request)).rejects.toThrow('upload.busy');
  await expect(there.lock(ctx, { ...request, isReadOnly: true })).rejects.toThrow('upload.busy');
  expect(await there.tryLock(ctx, request.fileId)).toBeNull();
  await locked.release();
  await (await there.lock(ctx, request)).release();
});

test('looking at an upload that is in nobody’s hands takes no lease', async () => {
  const { ctx, here, request, row } = await setUp();
  const locked = await here.lock(ctx, { ...request, isReadOnly: true });
  expect([locked.file.offset, locked.activeLease]).toEqual([0, null]);
  await locked.release();
  expect((await row()).fence).toBe(0n);
});

test('forty requests on two nodes hold an upload one at a time', async () => {
  const { ctx, here, there, request } = await setUp({ drainMs: 10_000, waitMs: 15_000 });
  let holding = 0;
  await Promise.all(
    Array.from({ length: 40 }, async (_, n) => {
      const locked = await (n % 2 ? here : there).lock(ctx, request);
      expect(++holding).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      holding--;
      await locked.release();
    }),
  );
});

test('a request that lost its lease learns it, and can neither advance the upload nor complete it', async () => {
  const { ctx, fileId, here, there, request, row, expire } = await setUp({ drainMs: 60_000 });
  const old = await here.lock(ctx, request);
  await expire();
  const now = await there.lock(ctx, request);
  expect(now.file.generation).toBe(now.activeLease?.lease.fence);
  const made = { fileId, from: 0, to: 4, crc32 };
  await expect(saveProgress(ctx, { ...made, lease: old.activeLease?.lease ?? null })).rejects.toThrow(
    'upload.busy',
  );
  await expect(saveProgress(ctx, made)).rejects.toThrow('upload.busy');
  await saveProgress(ctx, { ...made, lease: now.activeLease?.lease ?? null });

  const noStorage = { ...ctx, storage: { ...ctx.storage, finish: async () => undefined } };
  const whole = { fileId, sizeBytes: 4, sha256: null };
  await expect(
    completeUpload(noStorage, { ...whole, lease: old.activeLease?.lease ?? null }),
  ).rejects.toThrow('upload.busy');
  await expect.poll(() => old.stop.reason, { timeout: 5_000 }).toBe(leaseLost);
  await old.release();
  expect(await row()).toMatchObject({ offsetBytes: 4n, leaseHolder: now.activeLease?.lease.node });
  await now.release();
});

test('a lease lasts as long as its request, and not much longer than its node', async () => {
  const { ctx, here, there, show, request, row } = await setUp({ drainMs: 60_000, waitMs: leaseMs + 500 });
  const hide = await show();
  const locked = await here.lock(ctx, request);
  await expect(there.lock(ctx, request)).rejects.toThrow('upload.busy');
  const { leaseUntil } = await row();
  expect(leaseUntil?.getTime()).toBeGreaterThan(Date.now() + leaseMs / 3);
  expect(locked.activeLease?.isGuaranteed()).toBe(true);
  await locked.release();
  await hide();
}, 30_000);

test('a killed node’s uploads are free as soon as PostgreSQL misses it', async () => {
  const { ctx, here, there, show, request } = await setUp({ drainMs: 60_000 });
  const hide = await show();
  const locked = await here.lock(ctx, request);
  await hide();
  const beganMs = performance.now();
  const taken = await there.lock(ctx, request);
  expect(performance.now() - beganMs).toBeLessThan(0.75 * leaseMs);
  expect(taken.file.generation).toBe(taken.activeLease?.lease.fence);
  await expect.poll(() => locked.stop.reason, { timeout: 5_000 }).toBe(leaseLost);
  await Promise.all([locked.release(), taken.release()]);
});

test('a node that can’t be seen relies on its lease only until another may take it', async () => {
  let isSeen = true;
  const { ctx, here, request } = await setUp({ isSeen: () => isSeen });
  const locked = await here.lock(ctx, request);
  await delay(unseenLeaseMs);
  expect(locked.activeLease?.isGuaranteed()).toBe(true);
  isSeen = false;
  expect(locked.activeLease?.isGuaranteed()).toBe(false);
  await locked.release();
});

test('writes and completions of a former holder change nothing that the new one stored', async () => {
  const { ctx, fileId, here, there, request, expire, write } = await setUp();
  const old = await here.lock(ctx, request);
  const stale = await write('abcd', 0, 0n);
  await saveProgress(ctx, { fileId, from: 0, to: 4, crc32, lease: old.activeLease?.lease ?? null });
  await expire();

  const now = await there.lock(ctx, request);
  const { generation } = now.file;
  const lease = now.activeLease?.lease ?? null;
  expect(now.file.offset).toBe(4);
  const fresh = await write('efgh', 4, generation);
  await stale.writer.write([Buffer.from('WRONG')], 4);
  await fresh.writer.close();
  await saveProgress(ctx, { fileId, from: 4, to: 8, crc32, lease });
  await completeUpload(ctx, { fileId, sizeBytes: 8, sha256: null, lease, generation });
  await stale.writer.write([Buffer.from('WRONG')], 0);
  await stale.writer.close();
  await expect(ctx.storage.finish(fileId, 9)).rejects.toThrow();

  const parts: Buffer[] = [];
  for await (const part of ctx.storage.read(fileId, { start: 0, end: 7 })) parts.push(Buffer.from(part));
  expect(Buffer.concat(parts).toString()).toBe('abcdefgh');
  await Promise.all([old.release(), now.release()]);
});
