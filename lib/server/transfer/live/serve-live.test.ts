import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { recordDownload } from '@/lib/server/services/download/record';
import { openShare } from '@/lib/server/services/open/open-share';
import { publishShare } from '@/lib/server/services/share/publish';
import { removeShare } from '@/lib/server/services/share/remove';
import { tellPages } from '@/lib/server/tell-pages';
import { readEvents } from '@/testing/network/events';
import { draftShare, openContext, ownAlias, userContext } from '@/testing/service/context';
import { send, signedIn, startTransfer } from '@/testing/service/transfer';
import { listeners, liveLimits } from './listeners';

let port: number;
beforeAll(async () => {
  port = (await startTransfer()).port;
});
afterEach(() => vi.useRealTimers());

const pathOf = (shareId: string) => `/api/v2/sec/share/${shareId}/live`;

async function listen(shareId: string, auth: Record<string, string>) {
  const reader = await readEvents(`http://127.0.0.1:${port}${pathOf(shareId)}`, auth);
  onTestFinished(() => reader.close());
  return reader;
}

/** A published share, the session of its owner, and a visitor. */
async function world() {
  const ctx = await userContext({ now: new Date() });
  const { id: shareId } = await draftShare(ctx, { maxViews: 100, validityMs: 86_400_000 });
  const { id: linkId } = await publishShare(ctx, { shareId, reuseId: true });
  const visit = () =>
    openShare(openContext({ now: new Date() }), linkId, {
      password: null,
      passwordCookie: null,
      visitCookie: null,
    });
  return { ctx, shareId, linkId, visit, auth: await signedIn(ctx) };
}

const none = { views: 0, downloads: 0, people: 0, files: 0 };
const last = ({ events }: { events: unknown[] }) => events.at(-1);

test('a page hears at once what is, and then of each visit and download', async () => {
  const { ctx, shareId, visit, auth } = await world();
  const page = await listen(shareId, auth);
  expect([page.status, page.headers]).toMatchObject([
    200,
    {
      'content-type': 'text/event-stream',
      'cache-control': 'private, no-store, no-transform',
      'x-accel-buffering': 'no',
    },
  ]);
  expect(page.headers).not.toHaveProperty('content-encoding');
  await expect.poll(() => page.events).toEqual([none]);
  await visit();
  await expect.poll(() => last(page)).toEqual({ ...none, views: 1 });
  const sent = { sizeBytes: 9, sentBytes: 9, isWhole: true, isRange: false, hasEnd: true };
  const visitor = openContext({ now: new Date() });
  const download = { shareId, fileId: null, visitId: null };
  await recordDownload(visitor, download, { ...sent, startedAt: ctx.now });
  await expect.poll(() => last(page)).toEqual({ ...none, views: 1, downloads: 1 });
});

test('a page hears nothing of other shares', async () => {
  const [one, other] = [await world(), await world()];
  const [page, otherPage] = [await listen(one.shareId, one.auth), await listen(other.shareId, other.auth)];
  await other.visit();
  await expect.poll(() => last(otherPage)).toMatchObject({ views: 1 });
  expect(last(page)).toEqual(none);
});

test('members of the inbox listen too, without learning of recipients; others and strangers may not', async () => {
  const { ctx, shareId, auth } = await world();
  const [member, other] = [await userContext(), await userContext({ admin: true })];
  const { id: aliasId } = await ownAlias(ctx, { members: [member.viewer.id] });
  await ctx.db.share.update({ where: { id: shareId }, data: { aliasId } });
  const row = { id: ctx.newId(), shareId, address: 'ben@example.org', key: 'ben@example.org' };
  await ctx.db.recipient.create({ data: { ...row, linkId: ctx.newId(), language: 'en', openedAt: ctx.now } });
  const ofMember = await signedIn(member);
  await expect.poll(async () => last(await listen(shareId, auth))).toEqual({ ...none, people: 1 });
  await expect.poll(async () => last(await listen(shareId, ofMember))).toEqual(none);
  const ask = (method: string, headers: Record<string, string>, id = shareId) =>
    send(port, method, pathOf(id), { headers });
  for (const method of ['GET', 'HEAD']) {
    expect((await ask(method, await signedIn(other))).status).toBe(404);
    expect((await ask(method, auth, 'nobody-knows-this')).status).toBe(404);
    expect((await ask(method, {})).status).toBe(401);
  }
  expect((await ask('HEAD', ofMember)).status).toBe(200);
  expect((await ask('GET', await signedIn(other))).json().code).toBe('share.notFound');
});

type World = Awaited<ReturnType<typeof world>>;

const ends: [name: string, end: (of: World) => Promise<unknown>][] = [
  ['the share is deleted', ({ ctx, shareId }) => removeShare(ctx, { shareId })],
  ['it is given to another account', async ({ ctx, shareId }) => give(ctx, shareId)],
  [
    'the session is revoked',
    ({ ctx }) =>
      ctx.db.session.updateMany({ where: { accountId: ctx.viewer.id }, data: { revokedAt: new Date() } }),
  ],
  [
    'the account is disabled',
    ({ ctx }) => ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { state: 'Disabled' } }),
  ],
];

async function give({ db }: UserContext, shareId: string) {
  const { viewer } = await userContext();
  await db.share.update({ where: { id: shareId }, data: { ownerId: viewer.id } });
}

test.each(ends)('it ends, with the next thing that happens, once %s', async (_, end) => {
  const of = await world();
  const page = await listen(of.shareId, of.auth);
  await expect.poll(() => page.events).toEqual([none]);
  await end(of);
  tellPages(of.ctx, of.shareId);
  await expect.poll(() => page.isOver()).toBe(true);
  expect(last(page)).toEqual(none);
});

test('where nothing happens, a beat says that the server is there, tells what was missed, and ends it with the right', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const { ctx, shareId, auth } = await world();
  const page = await listen(shareId, auth);
  await expect.poll(() => page.events).toEqual([none]);
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.poll(() => page.text()).toMatch(/\n\n:\n\n$/);
  await ctx.db.publication.update({ where: { shareId }, data: { views: 7 } }); // nobody was told
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.poll(() => page.events).toEqual([none, { ...none, views: 7 }]);
  await ctx.db.session.updateMany({ where: { accountId: ctx.viewer.id }, data: { revokedAt: new Date() } });
  await vi.advanceTimersByTimeAsync(20_000);
  await expect.poll(() => page.isOver()).toBe(true);
});

test('an account has room for so many pages, those beyond are told when to ask, and a page that leaves makes room', async () => {
  const { shareId, auth } = await world();
  const pages = [];
  for (let n = 0; n < liveLimits.ofAccount; n++) pages.push(await listen(shareId, auth));
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
  const refused = await send(port, 'GET', pathOf(shareId), { headers: auth });
  expect([refused.status, refused.json().code, refused.headers['retry-after']]).toEqual([
    429,
    'limit.requests',
    '20',
  ]);
  const before = listeners.count;
  pages[0]?.close();
  await expect.poll(() => listeners.count).toBe(before - 1);
  expect((await listen(shareId, auth)).status).toBe(200);
});
