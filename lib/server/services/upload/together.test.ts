import { expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { callerOf } from '@/lib/server/auth/caller';
import { startSession } from '@/lib/server/auth/session-rows';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { UserContext } from '@/lib/server/context';
import { isManagedBy } from '@/lib/server/services/access/share';
import { findStoredFile } from '@/lib/server/services/file/stored-file';
import { draftShare, intoShare, openContext, userContext } from '@/testing/service/context';
import { createUpload } from './create';
import { takeLease } from './lease';
import { completeUpload } from './progress';

// Simultaneous queries are batched: these tests show that nobody gets another's rows.

const file = (sizeBytes: number) => ({ name: 'a.bin', path: '', mimeType: 'text/plain', sizeBytes });

const create = (ctx: UserContext, shareId: string, sizeBytes: number, id = ctx.newId()) =>
  createUpload(ctx, { id, destination: intoShare(ctx, shareId), file: file(sizeBytes) }).then(() => id);

const withStorage = (ctx: UserContext): UserContext => ({
  ...ctx,
  storage: { ...ctx.storage, finish: async () => undefined },
});

const outcomes = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'ok' : one.reason.code));

test('as many concurrent files are accepted as fit', async () => {
  const user = await userContext();
  const ctx = { ...user, config: { ...user.config, MAX_SIZE: 55 } };
  const share = await draftShare(ctx);
  const settled = await Promise.allSettled(Array.from({ length: 12 }, () => create(ctx, share.id, 10)));
  expect(outcomes(settled).sort()).toEqual([...Array(5).fill('ok'), ...Array(7).fill('upload.tooLarge')]);
  expect(await ctx.db.share.findUniqueOrThrow({ where: { id: share.id } })).toMatchObject({
    sizeBytes: 50n,
    fileCount: 5,
  });
});

test('a stranger gets nothing in while the owner does, and takes no upload of theirs', async () => {
  const [owner, stranger] = [await userContext(), await userContext()];
  const share = await draftShare(owner);
  const settled = await Promise.allSettled([
    create(owner, share.id, 1),
    create(stranger, share.id, 1),
    create(owner, share.id, 1),
  ]);
  expect(outcomes(settled)).toEqual(['ok', 'share.notFound', 'ok']);

  const fileId = await create(owner, share.id, 1);
  const take = (ctx: UserContext) =>
    takeLease(ctx, { fileId, node: 'here', destination: intoShare(ctx, share.id) });
  expect(outcomes(await Promise.allSettled([take(owner), take(stranger)]))).toEqual(['ok', 'share.notFound']);
});

test('each is noted with its own request', async () => {
  const ctx = withStorage(await userContext());
  const share = await draftShare(ctx);
  const requests = ['first', 'second', 'third'].map((requestId) => ({ ...ctx, requestId }));
  const ids = await Promise.all(requests.map((one) => create(one, share.id, 0)));
  await Promise.all(
    requests.map((one, nth) =>
      completeUpload(one, { fileId: ids[nth] ?? '', batchKey: share.id, sizeBytes: 0, sha256: null }),
    ),
  );
  const noted = await ctx.db.auditEvent.findMany({ where: { shareId: share.id }, orderBy: { id: 'asc' } });
  const told = noted.map(({ event, objectId, requestId, actorId }) => [event, objectId, requestId, actorId]);
  for (const event of ['upload.start', 'upload.complete'])
    for (const [nth, { requestId }] of requests.entries())
      expect(told).toContainEqual([event, ids[nth], requestId, ctx.viewer.id]);
  expect(noted).toHaveLength(6);
});

test('whole files become complete; unfinished ones and those held elsewhere don’t', async () => {
  const ctx = withStorage(await userContext());
  const share = await draftShare(ctx);
  const [whole, broken, foreign] = await Promise.all([0, 5, 0].map((size) => create(ctx, share.id, size)));
  await takeLease(ctx, { fileId: foreign ?? '', node: 'elsewhere', destination: intoShare(ctx, share.id) });
  const complete = (fileId = '', sizeBytes = 0) =>
    completeUpload(ctx, { fileId, batchKey: share.id, sizeBytes, sha256: null });
  const settled = await Promise.allSettled([complete(whole), complete(broken, 5), complete(foreign)]);
  expect(outcomes(settled)).toEqual(['ok', 'upload.notFound', 'upload.notFound']);
  const files = await ctx.db.file.findMany({ where: { shareId: share.id, state: 'complete' } });
  expect(files.map(({ id }) => id)).toEqual([whole]);
});

test('a stored file is found by those who may, at the same time as by those who may not', async () => {
  const [owner, stranger] = [withStorage(await userContext()), await userContext()];
  const share = await draftShare(owner);
  const ids = await Promise.all([create(owner, share.id, 0), create(owner, share.id, 0)]);
  for (const fileId of ids) await completeUpload(owner, { fileId, sizeBytes: 0, sha256: null });
  const find = (ctx: UserContext, fileId = '') =>
    findStoredFile(ctx.db, { fileId, shareId: share.id, allowed: isManagedBy(ctx.viewer) });
  const found = await Promise.all([
    find(owner, ids[0]),
    find(stranger, ids[0]),
    find(owner, ids[1]),
    find(owner, 'unknown'),
  ]);
  expect(found.map((one) => one?.id)).toEqual([ids[0], undefined, ids[1], undefined]);
});

test('sessions looked up together each open their own account, and an ended one none', async () => {
  const { db, client } = openContext();
  const now = new Date();
  const people = await Promise.all([userContext(), userContext(), userContext()]);
  const callers = await Promise.all(
    people.map(async ({ viewer, newId }) => {
      const id = newId();
      await startSession(db, { id, accountId: viewer.id, client, now });
      return { id, token: (await sealSessionToken({ sessionId: id, isKept: false }, now)).token };
    }),
  );
  await db.session.update({ where: { id: callers[1]?.id ?? '' }, data: { revokedAt: now } });
  const asked = callers.map(({ token }) => callerOf(db, new Headers({ [headerNames.auth]: token }), now));
  const found = (await Promise.all(asked)).map((caller) => caller?.viewer.id);
  expect(found).toEqual([people[0]?.viewer.id, undefined, people[2]?.viewer.id]);
});
