import { expect, onTestFinished, test } from 'vitest';
import { newFileId } from '@/lib/server/ids';
import { removeBytes, removeLeftovers } from '@/lib/server/jobs/bytes';
import { checkStorage } from '@/lib/server/services/doctor/check-storage';
import { shortRetries, storageIn } from '@/testing/network/bucket';
import { startStrictBucket } from '@/testing/network/strict-bucket';
import { openContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { fileKey, tailKey } from './bucket';
import { testBucket } from './self-test';

async function stored(policies: Parameters<typeof startStrictBucket>[0]) {
  const bucket = await startStrictBucket(policies);
  onTestFinished(bucket.stop);
  const own = await ownDatabase();
  onTestFinished(own.remove);
  const storage = storageIn(bucket.settings, { retryPolicy: shortRetries });
  const ctx = openContext({ db: own.db, storage, now: new Date() });
  const names = async () => {
    const found: string[] = [];
    for await (const { fileId } of storage.list()) found.push(fileId);
    return found;
  };
  const due = (ids: string[]) =>
    own.db.removal.createMany({
      data: ids.map((fileId, n) => ({ fileId, since: new Date(Date.now() - 1_000_000 + n) })),
    });
  return { ...bucket, db: own.db, ctx, storage, names, due };
}

const keyOf = (fileId: string) => `/strict/${fileKey(fileId)}`;

test('in a bucket with versions a deleted file is gone for everybody here, and stays there as a version', async () => {
  const { settings, versions, ctx, storage, names, due } = await stored({ keepsVersions: true });
  expect(await testBucket(settings, shortRetries)).toBeNull();
  const [gone, kept] = [newFileId(), newFileId()];
  for (const id of [gone, kept]) await storage.storeWhole(id, [Buffer.from(`bytes of ${id}`)]);
  await due([gone]);
  expect(await removeBytes(ctx)).toBe(1);
  expect(await names()).toEqual([kept]);
  await expect(storage.read(gone, { start: 0, end: 4 }).next()).rejects.toThrow();
  expect(versions.filter(({ key }) => key === keyOf(gone))).toEqual([
    { key: keyOf(gone), bytes: Buffer.from(`bytes of ${gone}`) },
    { key: keyOf(gone), bytes: 'delete marker' },
  ]);
  await storage.remove(gone);
  expect(await ctx.db.removal.count()).toBe(0);
  expect(await checkStorage(ctx)).toMatchObject({ outcome: 'fine' });
});

const denied =
  '403 AccessDenied: not authorized to perform: s3:DeleteObject with an explicit deny in a resource-based policy';

test('a bucket that refuses deletions is refused at the start in words', async () => {
  const { settings } = await stored({ deniesDeletion: () => true });
  expect(await testBucket(settings, shortRetries)).toBe(
    `The bucket "strict" can’t be deleted from: access is denied to this key. It says: ${denied}`,
  );
});

test('a bucket that begins to refuse deletions is still served, and the doctor says what it refuses', async () => {
  const { ctx, storage, db } = await stored({ deniesDeletion: () => true });
  await storage.probe();
  expect(await checkStorage(ctx)).toMatchObject({
    check: 'storage',
    outcome: 'failure',
    code: 'undeletable',
    values: { reason: denied },
  });
  expect(await db.removal.count()).toBe(1);
});

test('an upload that was broken off is finished although its loose end can’t be deleted', async () => {
  const { objects, ctx, storage } = await stored({ deniesDeletion: () => true });
  const id = newFileId();
  const halves = [Buffer.from('first half, '), Buffer.from('second half')];
  for (const [n, half] of halves.entries()) {
    const position = n * 12;
    const writer = await storage.openWriter(id, position, 23);
    await writer.write([half], position);
    await writer.sync();
    await writer.close();
  }
  await storage.finish(id, 23);
  expect(objects.get(keyOf(id))?.toString()).toBe('first half, second half');
  const later = { ...ctx, now: new Date(Date.now() + 7_200_000) };
  expect(await removeLeftovers(later)).toBe(0);
});

test('a loose end whose row isn’t there yet is left alone for an hour', async () => {
  const { objects, ctx } = await stored({});
  const key = `/strict/${tailKey(newFileId(), 0, 'mark')}`;
  objects.set(key, Buffer.from('the beginning'));
  const written = Date.parse('2026-01-01T00:00:00Z'); // as the bucket says of all it has
  const leftAfter = async (minutes: number) => {
    const removed = await removeLeftovers({ ...ctx, now: new Date(written + minutes * 60_000) });
    return [removed, objects.has(key)];
  };
  expect(await leftAfter(59)).toEqual([0, true]);
  expect(await leftAfter(61)).toEqual([1, false]);
});

test('files that a lock keeps hold up no others, are asked for once a day, and go when it ends', async () => {
  let isLocked = true;
  const [locked, free] = [Array.from({ length: 130 }, newFileId), Array.from({ length: 5 }, newFileId)];
  const keys = new Set(locked.map(keyOf));
  const { calls, ctx, storage, db, due } = await stored({
    deniesDeletion: (key) => isLocked && keys.has(key),
  });
  await Promise.all([...locked, ...free].map((id) => storage.storeWhole(id, [Buffer.from('x')])));
  await due([...locked, ...free]);
  const lines: object[] = [];
  const log = Object.assign(Object.create(ctx.log), { error: (line: object) => lines.push(line) });
  const run = () => removeBytes({ ...ctx, log });
  const deletions = () => calls.filter((call) => call.startsWith('DELETE')).length;
  expect(await run()).toBe(0);
  expect(await run()).toBe(5);
  expect(lines).toEqual([
    { count: 100, reason: denied },
    { count: 30, reason: denied },
  ]);
  const before = deletions();
  expect(await run()).toBe(0);
  expect(deletions()).toBe(before);
  isLocked = false;
  await db.$executeRaw`UPDATE "Removal" SET "since" = "since" - interval '25 hours'`;
  expect(await run()).toBe(130);
  expect(await db.removal.count()).toBe(0);
});
