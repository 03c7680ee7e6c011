import { beforeAll, expect, test } from 'vitest';
import { cookieNames, headerNames } from '@/lib/contract/http/names';
import { callerOf, rememberedCaller } from '@/lib/server/auth/caller';
import { idOf, send, signedIn, startTransfer, tusClient, uploader } from '@/testing/service/transfer';

// Who called a moment ago is not looked up again before a frequent call, but within its statement (http/context.ts).

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});

const patchHeaders = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };

/** Somebody whom the server remembers, and every call that takes it at its word. */
async function setUp() {
  const owner = await uploader();
  const tus = tusClient(port, owner.share.id, owner.auth);
  const [uploading, done] = [await tus.begin(2), await tus.begin(2)];
  await tus.patch(done, 0, Buffer.from('ok'));
  const file = `/api/v2/sec/share/${owner.share.id}/file/${idOf(done)}`;
  const calls = [
    ['OPTIONS', tus.base, {}],
    ['POST', tus.base, { 'upload-length': '1' }],
    ['HEAD', uploading, {}],
    ['PATCH', uploading, patchHeaders],
    ['GET', file, {}],
    ['HEAD', file, {}],
    ['DELETE', uploading, {}],
  ] as const;
  const call = ([method, path, headers]: (typeof calls)[number], auth: Record<string, string> = owner.auth) =>
    send(port, method, path, {
      headers: { 'tus-resumable': '1.0.0', ...headers, ...auth, 'content-length': '0' },
    });
  const stored = () =>
    owner.ctx.db.file.findMany({ where: { shareId: owner.share.id }, include: { upload: true } });
  expect(await rememberedCaller(new Headers(owner.auth), new Date())).not.toBeNull();
  return { ...owner, calls, call, stored };
}

type Owner = Awaited<ReturnType<typeof setUp>>['ctx'];
const mine = ({ viewer: { id } }: Owner) => ({ where: { accountId: id } });

const ends: [string, (ctx: Owner) => Promise<unknown>][] = [
  ['signed out', (ctx) => ctx.db.session.updateMany({ ...mine(ctx), data: { revokedAt: new Date() } })],
  [
    'silent for longer than a session lasts',
    (ctx) => ctx.db.session.updateMany({ ...mine(ctx), data: { lastSeenAt: new Date(0) } }),
  ],
  [
    'signed in for longer than any session lasts',
    (ctx) => ctx.db.session.updateMany({ ...mine(ctx), data: { endsAt: new Date() } }),
  ],
  ['without a session', (ctx) => ctx.db.session.deleteMany(mine(ctx))],
  [
    'switched off',
    (ctx) => ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { state: 'Disabled' } }),
  ],
  [
    'being deleted',
    (ctx) => ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { deletingAt: new Date() } }),
  ],
];

test.each(ends)('a remembered caller who was %s gets nothing more and changes nothing', async (_, end) => {
  const { ctx, calls, call, stored } = await setUp();
  const before = await stored();
  await end(ctx);
  for (const each of calls) {
    const reply = await call(each);
    expect([each[0], reply.status]).toEqual([each[0], 401]);
    if (each[0] !== 'HEAD') expect(reply.json()).toMatchObject({ code: 'auth.required' });
  }
  expect(await stored()).toEqual(before);
});

test('signed out is said before anything that is wrong with the call', async () => {
  const { ctx, share, call } = await setUp();
  await ctx.db.session.deleteMany(mine(ctx));
  const unknown = `/api/v2/sec/share/${share.id}/file/nobodys`;
  expect((await call(['GET', unknown, {}] as never)).status).toBe(401);
  const create = `/api/v2/sec/upload/${share.id}/files/tus`;
  expect((await call(['POST', create, { 'upload-length': 'many' }] as never)).status).toBe(401);
});

test('a remembered caller who was renamed or became an admin goes on with the new rights', async () => {
  const { ctx, calls, call } = await setUp();
  const login = ctx.newId().toLowerCase();
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { login, admin: true } });
  for (const each of calls) expect([each[0], (await call(each)).status < 300]).toEqual([each[0], true]);
  const caller = await callerOf(
    ctx.db,
    new Headers((await signedIn(ctx)) as Record<string, string>),
    new Date(),
  );
  expect(caller?.viewer).toMatchObject({ login, admin: true });
  const { actorLogin } = await ctx.db.auditEvent.findFirstOrThrow({
    where: { event: 'upload.start', actorId: ctx.viewer.id },
    orderBy: { id: 'desc' },
  });
  expect(actorLogin).toBe(login);
});

test('where the header’s session has ended the cookie’s counts', async () => {
  const { ctx, auth, calls, call } = await setUp();
  await ctx.db.session.updateMany({ ...mine(ctx), data: { revokedAt: new Date() } });
  const cookie = `${cookieNames.auth}=${(await signedIn(ctx))[headerNames.auth]}`;
  for (const each of calls)
    expect([each[0], (await call(each, { ...auth, cookie })).status < 300]).toEqual([each[0], true]);
});

test('a new token in the header decides who asks, whatever the cookie says', async () => {
  const { ctx, auth, share } = await setUp();
  const member = await uploader();
  const alias = { id: ctx.newId(), ownerId: ctx.viewer.id, name: 'Inbox', validityMs: 1000 };
  const members = { create: { accountId: member.ctx.viewer.id } };
  await ctx.db.alias.create({ data: { ...alias, members } });
  await ctx.db.share.update({ where: { id: share.id }, data: { aliasId: alias.id } });
  const both = { ...member.auth, cookie: `${cookieNames.auth}=${auth[headerNames.auth]}` };
  const elsewhere = { origin: 'https://evil.example' }; // counts for a cookie only
  const { status } = await tusClient(port, share.id, { ...both, ...elsewhere }).create(1);
  expect(status).toBe(201);
  const { actorId } = await ctx.db.auditEvent.findFirstOrThrow({
    where: { event: 'upload.start', shareId: share.id },
    orderBy: { id: 'desc' },
  });
  expect(actorId).toBe(member.ctx.viewer.id);
});

test('ending one of two sessions leaves the other', async () => {
  const { ctx, calls, call, auth } = await setUp();
  const other = await signedIn(ctx);
  const [, , look] = calls;
  expect((await call(look, other)).status).toBe(200);
  const sid = (await rememberedCaller(new Headers(other), new Date()))?.viewer.sessionId ?? '';
  await ctx.db.session.update({ where: { id: sid }, data: { revokedAt: new Date() } });
  const replies = await Promise.all(Array.from({ length: 8 }, (_, n) => call(look, n % 2 ? other : auth)));
  expect(replies.map(({ status }) => status)).toEqual([200, 401, 200, 401, 200, 401, 200, 401]);
});
