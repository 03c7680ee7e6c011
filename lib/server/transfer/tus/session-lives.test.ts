import { setTimeout } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/http/names';
import { sessionIdleMs, startSession } from '@/lib/server/auth/session-rows';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { UserContext } from '@/lib/server/context';
import { newId } from '@/lib/server/ids';
import { refreshSession, signOut } from '@/lib/server/services/session/sessions';
import { ownAlias, userContext } from '@/testing/service/context';
import { idOf, sha256, someBytes, startTransfer, tusClient, uploader } from '@/testing/service/transfer';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const carrying = (token: string) => ({ [headerNames.auth]: token });
const ago = (ms: number) => new Date(Date.now() - ms);

/** A session as if it had begun, or been refreshed, that long ago, with the token given out then. */
async function sessionSince(ctx: UserContext, ageMs: number) {
  const [sessionId, now] = [newId(), ago(ageMs)];
  await startSession(ctx.db, { id: sessionId, accountId: ctx.viewer.id, client: ctx.client, now });
  const { token } = await sealSessionToken({ sessionId, isKept: false }, now);
  return { sessionId, token };
}

async function setUp(length: number) {
  const { ctx, share, auth } = await uploader();
  const through = (token: string) => tusClient(port, share.id, carrying(token));
  const path = await tusClient(port, share.id, auth).begin(length);
  const file = () => ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) } });
  return { ctx, through, path, file };
}

/** Time passes for a session: it was used that much longer ago. */
const age = (ctx: UserContext, id: string, ms: number) =>
  ctx.db
    .$executeRaw`UPDATE "Session" SET "lastSeenAt" = "lastSeenAt" - ${ms}::float8 * interval '1 millisecond' WHERE "id" = ${id}`;

test('an upload goes on over several lives of its session, as long as somebody refreshes it', async () => {
  const [bytes, steps] = [someBytes(100_000), 5];
  const { ctx, through, path, file } = await setUp(bytes.length);
  const size = bytes.length / steps;
  const { sessionId, token: first } = await sessionSince(ctx, sessionIdleMs(false) * 0.9);
  let token = first;
  for (let at = 0; at < bytes.length; at += size) {
    expect((await through(token).patch(path, at, bytes.subarray(at, at + size))).status).toBe(204);
    const viewer = { ...ctx.viewer, sessionId };
    token = (await refreshSession({ ...ctx, viewer, now: ago(sessionIdleMs(false) * 0.9) })).answer.token;
  }
  expect(await file()).toMatchObject({ state: 'complete', sha256: sha256(bytes) });
  await age(ctx, sessionId, sessionIdleMs(false) * 0.2);
  expect((await through(token).head(path)).status).toBe(401); // nobody refreshed it any more
});

test('a request that outlasts its token still arrives whole', async () => {
  const bytes = someBytes(100_000);
  const { ctx, through, path, file } = await setUp(bytes.length);
  const { sessionId, token } = await sessionSince(ctx, 0);
  const other = await through(token).begin(1);
  const { request, reply } = through(token).stream(path, 0, { 'content-length': bytes.length });
  request.write(bytes.subarray(0, 50_000));
  const row = () => ctx.db.upload.findUnique({ where: { fileId: idOf(path) } });
  await expect.poll(row, { timeout: 20_000 }).toMatchObject({ offsetBytes: 50_000n }); // it is under way
  await age(ctx, sessionId, sessionIdleMs(false));
  expect((await through(token).head(other)).status).toBe(401);
  request.end(bytes.subarray(50_000));
  expect(await reply).toMatchObject({ status: 204, headers: { 'upload-offset': String(bytes.length) } });
  expect(await file()).toMatchObject({ state: 'complete', sha256: sha256(bytes) });
});

test('requests of a session that has ended no longer arrive', async () => {
  const bytes = someBytes(100_000);
  const { ctx, through, path, file } = await setUp(bytes.length);
  const [{ sessionId, token }, next] = [await sessionSince(ctx, 0), await sessionSince(ctx, 0)];
  const { request, reply } = through(token).stream(path, 0, { 'content-length': bytes.length });
  request.write(bytes.subarray(0, 50_000));
  const row = () => ctx.db.upload.findUnique({ where: { fileId: idOf(path) } });
  await expect.poll(row, { timeout: 20_000 }).toMatchObject({ offsetBytes: 50_000n });
  await signOut({ ...ctx, viewer: { ...ctx.viewer, sessionId } });
  request.end(bytes.subarray(50_000));
  expect((await reply).status).toBe(401);
  expect(await file()).toMatchObject({ state: 'incoming' });
  expect((await through(next.token).head(path)).status).toBe(200);
  expect(await file()).toMatchObject({ state: 'complete' });
});

test.each([
  ['a body', {}],
  ['a body with its sum', { 'upload-checksum': `sha1 ${'A'.repeat(27)}=` }],
])('%s of an account that is disabled is refused while it is on its way', async (_, headers) => {
  const bytes = someBytes(100_000);
  const { ctx, through, path, file } = await setUp(bytes.length);
  const { token } = await sessionSince(ctx, 0);
  const { request, reply } = through(token).stream(path, 0, { ...headers, 'content-length': bytes.length });
  request.write(bytes.subarray(0, 50_000));
  const held = () => ctx.db.upload.findUnique({ where: { fileId: idOf(path) } });
  await expect.poll(held, { timeout: 20_000 }).toMatchObject({ leaseHolder: expect.any(String) });
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { state: 'Disabled' } });
  expect((await reply).status).toBe(401); // though the rest never came
  request.destroy();
  expect(await file()).toMatchObject({ state: 'incoming' });
});

test('an upload whose session ends stops with the next request and goes on in a new session', async () => {
  const bytes = someBytes(100_000);
  const { ctx, through, path, file } = await setUp(bytes.length);
  const [old, next] = [await sessionSince(ctx, 0), await sessionSince(ctx, 0)];
  expect((await through(old.token).patch(path, 0, bytes.subarray(0, 1000))).status).toBe(204);
  await signOut({ ...ctx, viewer: { ...ctx.viewer, sessionId: old.sessionId } });
  expect((await through(old.token).patch(path, 1000, bytes.subarray(1000, 2000))).status).toBe(401);
  expect((await through(next.token).patch(path, 1000, bytes.subarray(1000))).status).toBe(204);
  expect(await file()).toMatchObject({ state: 'complete', sha256: sha256(bytes) });
});

test.each<[string, (ctx: UserContext, of: { shareId: string; aliasId: string }) => Promise<unknown>, string]>(
  [
    [
      'whose inbox they leave',
      ({ db }, { aliasId }) => db.aliasMember.deleteMany({ where: { aliasId } }),
      'share.notFound',
    ],
    [
      'that is taken down',
      ({ db }, { shareId }) => db.share.update({ where: { id: shareId }, data: { blockedAt: new Date() } }),
      'share.blocked',
    ],
  ],
)('what a member sends into a delivery %s no longer arrives', async (_, end, code) => {
  const bytes = someBytes(100_000);
  const { ctx, share, auth } = await uploader();
  const owner = await userContext({ now: new Date() });
  const { id: aliasId } = await ownAlias(owner, { members: [ctx.viewer.id] });
  const data = { ownerId: owner.viewer.id, aliasId };
  await ctx.db.share.update({ where: { id: share.id }, data });
  const tus = tusClient(port, share.id, auth);
  const path = await tus.begin(bytes.length);
  const { request, reply } = tus.stream(path, 0, { 'content-length': bytes.length });
  request.write(bytes.subarray(0, 50_000));
  const row = () => ctx.db.upload.findUnique({ where: { fileId: idOf(path) } });
  await expect.poll(row, { timeout: 20_000 }).toMatchObject({ offsetBytes: 50_000n });
  await end(ctx, { shareId: share.id, aliasId });
  await setTimeout(600); // shorter requests are taken as one moment
  request.end(bytes.subarray(50_000));
  expect((await reply).json().code).toBe(code);
  expect((await ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) } })).state).toBe('incoming');
});
