import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { headerNames } from '@/lib/contract/names';
import type { UserContext } from '@/lib/server/context';
import { beOnlyNode } from '@/lib/server/node-id';
import { takeLease } from '@/lib/server/services/upload/lease';
import { ownAlias } from '@/test/context';
import {
  idOf,
  sha256,
  signedIn,
  someBytes,
  startDoor,
  tusClient,
  uploader,
  uploading,
} from '@/test/transfer';

// Where no other process writes uploads, one that was announced a moment ago is not looked up before its bytes.

let port: number;
beforeAll(async () => {
  beOnlyNode();
  port = (await startDoor()).port;
});
beforeEach(() => expect.hasAssertions());

/** Of somebody whom the server remembers: the first call of a session asks for itself. */
async function setUp() {
  const all = await uploading(port);
  await all.tus.begin(0);
  return all;
}

test('the bytes of a file just announced complete it, and it is read as it was sent', async () => {
  const { tus, rowOf, download } = await setUp();
  const bytes = someBytes(10_000);
  const path = await tus.begin(bytes.length);
  const { status, headers } = await tus.patch(path, 0, bytes);
  expect([status, headers['upload-offset']]).toEqual([204, '10000']);
  expect(await rowOf(path)).toMatchObject({ state: 'complete', upload: null });
  expect(await download(path)).toEqual(bytes);
  expect((await tus.patch(path, 0, bytes)).status).toBe(409);
  expect(await download(path)).toEqual(bytes);
});

test('what comes in two pieces is looked up, saved and continued', async () => {
  const { tus, rowOf, download } = await setUp();
  const bytes = someBytes(1_000);
  const path = await tus.begin(bytes.length);
  expect((await tus.patch(path, 0, bytes.subarray(0, 400))).headers['upload-offset']).toBe('400');
  expect((await rowOf(path)).upload).toMatchObject({ offsetBytes: 400n, fence: 1n, leaseHolder: null });
  expect((await tus.patch(path, 400, bytes.subarray(400))).status).toBe(204);
  expect(await download(path)).toEqual(bytes);
});

test('of two requests with its bytes at the same time one counts', async () => {
  const { tus, download } = await setUp();
  const bodies = [someBytes(5_000), someBytes(5_000)] as const;
  const path = await tus.begin(5_000);
  const replies = await Promise.all(bodies.map((body) => tus.patch(path, 0, body)));
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 409]);
  expect(await download(path)).toEqual(bodies[replies[0]?.status === 204 ? 0 : 1]);
});

test('who has signed out meanwhile, or may no more, completes nothing', async () => {
  const { ctx, share, tus, rowOf } = await setUp();
  const [first, second] = [await tus.begin(5), await tus.begin(5)];
  const stranger = await uploader();
  await ctx.db.share.update({ where: { id: share.id }, data: { ownerId: stranger.ctx.viewer.id } });
  expect((await tus.patch(first, 0, someBytes(5))).status).toBe(423); // and the next request is told why
  expect((await tus.patch(first, 0, someBytes(5))).status).toBe(404);
  await ctx.db.share.update({ where: { id: share.id }, data: { ownerId: ctx.viewer.id } });
  await ctx.db.session.deleteMany({ where: { accountId: ctx.viewer.id } });
  expect((await tus.patch(second, 0, someBytes(5))).status).toBe(401);
  for (const path of [first, second])
    expect(await rowOf(path)).toMatchObject({ state: 'incoming', upload: { offsetBytes: 0n } });
});

test('who has signed out meanwhile removes nothing', async () => {
  const { ctx, tus, rowOf } = await setUp();
  const path = await tus.begin(5);
  await ctx.db.session.deleteMany({ where: { accountId: ctx.viewer.id } });
  expect((await tus.remove(path)).status).toBe(401);
  expect(await rowOf(path)).toMatchObject({ state: 'incoming' });
});

test('nobody but who announced it is believed', async () => {
  const { share, tus, rowOf } = await setUp();
  const stranger = await uploader();
  await tusClient(port, stranger.share.id, stranger.auth).begin(0);
  for (const to of [share.id, stranger.share.id]) {
    const path = await tus.begin(5);
    const theirs = tusClient(port, to, stranger.auth);
    expect((await theirs.patch(`${theirs.base}/${idOf(path)}`, 0, someBytes(5))).status).toBe(404);
    expect(await rowOf(path)).toMatchObject({ state: 'incoming', upload: { offsetBytes: 0n } });
  }
});

/** A share that came through an alias, and a member of that alias. */
async function throughAlias() {
  const [owner, member] = [await uploader(), await uploader()];
  const alias = await ownAlias(owner.ctx, { members: [member.ctx.viewer.id] });
  await owner.ctx.db.share.update({ where: { id: owner.share.id }, data: { aliasId: alias.id } });
  const rowOf = (path: string) =>
    owner.ctx.db.file.findUniqueOrThrow({ where: { id: idOf(path) }, include: { upload: true } });
  return { ...owner, member, alias, rowOf };
}

test('a member who is one no more completes nothing', async () => {
  const { ctx, share, member, alias, rowOf } = await throughAlias();
  const tus = tusClient(port, share.id, member.auth);
  await tus.begin(0);
  const [kept, lost] = [await tus.begin(5), await tus.begin(5)];
  expect((await tus.patch(kept, 0, someBytes(5))).status).toBe(204);
  await ctx.db.aliasMember.deleteMany({ where: { aliasId: alias.id } });
  expect((await tus.patch(lost, 0, someBytes(5))).status).toBe(423);
  expect((await tus.patch(lost, 0, someBytes(5))).status).toBe(404);
  expect(await rowOf(lost)).toMatchObject({ state: 'incoming', upload: { offsetBytes: 0n } });
});

test('through an alias it is the same, until the alias is switched off or the share is another’s', async () => {
  const { ctx, share, alias, rowOf } = await throughAlias();
  const tus = tusClient(port, share.id, { [headerNames.alias]: alias.id }, 'alias');
  const [kept, lost, off] = [await tus.begin(5), await tus.begin(5), await tus.begin(5)];
  expect((await tus.patch(kept, 0, someBytes(5))).status).toBe(204);
  await ctx.db.share.update({ where: { id: share.id }, data: { aliasId: null } });
  expect((await tus.patch(lost, 0, someBytes(5))).status).toBe(423);
  expect((await tus.patch(lost, 0, someBytes(5))).status).toBe(404);
  await ctx.db.alias.update({ where: { id: alias.id }, data: { enabled: false } });
  expect((await tus.patch(off, 0, someBytes(5))).status).toBe(403);
  for (const path of [lost, off])
    expect(await rowOf(path)).toMatchObject({ state: 'incoming', upload: { offsetBytes: 0n } });
});

const rename = ({ db, newId, viewer: { id } }: UserContext) =>
  db.account.update({ where: { id }, data: { login: newId().toLowerCase() } });

test('who was renamed meanwhile sends once more', async () => {
  const { ctx, tus, rowOf } = await setUp();
  const path = await tus.begin(5);
  await rename(ctx);
  expect((await tus.patch(path, 0, someBytes(5))).status).toBe(423);
  expect((await tus.patch(path, 0, someBytes(5))).headers['upload-offset']).toBe('5');
  expect(await rowOf(path)).toMatchObject({ state: 'complete' });
});

test('of a body whose beginning came before its sender was renamed no rest is stored as a beginning', async () => {
  const { ctx, tus, download } = await setUp();
  const bytes = someBytes(1_000);
  const path = await tus.begin(bytes.length);
  await rename(ctx);
  const { request, reply } = tus.stream(path, 0, { 'content-length': bytes.length });
  request.write(bytes.subarray(0, 400));
  await sleep(1_500); // what has come by then is handed on
  request.end(bytes.subarray(400));
  expect((await reply).status).toBe(423);
  expect((await tus.head(path)).headers['upload-offset']).toBe('0');
  expect((await tus.patch(path, 0, bytes)).status).toBe(204);
  expect(await download(path)).toEqual(bytes);
});

test('another session of the same account goes the usual way, and has the last word', async () => {
  const { ctx, share, tus, rowOf, download } = await setUp();
  const [bytes, others] = [someBytes(5), someBytes(5)];
  const path = await tus.begin(5);
  const { status } = await tusClient(port, share.id, await signedIn(ctx)).patch(path, 0, bytes);
  expect([status, (await rowOf(path)).state]).toEqual([204, 'complete']);
  expect((await tus.patch(path, 0, others)).status).toBe(409);
  expect(await download(path)).toEqual(bytes);
});

test('what was removed meanwhile leaves nothing in the storage', async () => {
  const { ctx, tus } = await setUp();
  const path = await tus.begin(5);
  await ctx.db.file.delete({ where: { id: idOf(path) } });
  expect((await tus.patch(path, 0, someBytes(5))).status).toBe(404);
  await expect(ctx.storage.placeOf?.(idOf(path))).rejects.toThrow();
});

test('an upload that somebody else has taken is his', async () => {
  const { ctx, tus, rowOf } = await setUp();
  const path = await tus.begin(5);
  await takeLease(ctx, { fileId: idOf(path), node: 'elsewhere', destination: null });
  expect((await tus.patch(path, 0, someBytes(5))).status).toBe(423);
  expect(await rowOf(path)).toMatchObject({ state: 'incoming', upload: { leaseHolder: 'elsewhere' } });
});

test('what comes without a length, after a look, or after a wrong checksum is stored as it is', async () => {
  const { tus, download } = await setUp();
  const bytes = someBytes(1_000);
  const [chunked, looked, wrong] = [await tus.begin(1_000), await tus.begin(1_000), await tus.begin(1_000)];
  const { request, reply } = tus.stream(chunked, 0);
  request.end(bytes);
  expect((await reply).status).toBe(204);
  await tus.head(looked);
  expect((await tus.patch(looked, 0, bytes)).status).toBe(204);
  const checksum = {
    'upload-checksum': `sha256 ${Buffer.from(sha256(someBytes(3)), 'hex').toString('base64')}`,
  };
  expect((await tus.patch(wrong, 0, bytes, checksum)).status).toBe(460);
  expect((await tus.patch(wrong, 0, bytes)).status).toBe(204);
  for (const path of [chunked, looked, wrong]) expect(await download(path)).toEqual(bytes);
});
