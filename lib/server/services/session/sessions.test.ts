import { expect, onTestFinished, test } from 'vitest';
import { sessionIdleMs } from '@/lib/server/auth/session-rows';
import type { UserContext } from '@/lib/server/context';
import { noon, openContext, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { endAllSessions } from './end-all';
import { endOtherSessions, endSession, listSessions } from './sessions';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const ago = (ms: number) => new Date(noon.getTime() - ms);

async function begin(
  { db, viewer, newId }: UserContext,
  over: Record<string, unknown> = {},
): Promise<string> {
  const id = typeof over.id === 'string' ? over.id : newId();
  const data = { accountId: viewer.id, createdAt: noon, lastSeenAt: noon, endsAt: ago(-1) };
  await db.session.create({ data: { ...data, ...over, id } });
  return id;
}

const isLive = async ({ db }: UserContext, id: string) =>
  (await db.session.findUniqueOrThrow({ where: { id } })).revokedAt === null;

test('the list tells what, where from and since when, this session first', async () => {
  const ctx = await userContext();
  const other = await begin(ctx, { userAgent: 'curl/8.9', address: '192.0.2.7', createdAt: ago(5000) });
  await begin(ctx, { id: ctx.viewer.sessionId, userAgent: firefox, lastSeenAt: ago(1000) });
  const { items } = await listSessions(ctx);
  expect(items).toEqual([
    {
      id: ctx.viewer.sessionId,
      current: true,
      browser: 'Firefox',
      system: 'Linux',
      address: null,
      created: noon.getTime(),
      lastSeen: noon.getTime() - 1000,
    },
    {
      id: other,
      current: false,
      browser: 'curl',
      system: null,
      address: '192.0.2.7',
      created: noon.getTime() - 5000,
      lastSeen: noon.getTime(),
    },
  ]);
});

test('ended sessions and those of others are not in the list', async () => {
  const [ctx, stranger] = await Promise.all([userContext(), userContext()]);
  await begin(stranger);
  await begin(ctx, { revokedAt: noon });
  await begin(ctx, { endsAt: noon });
  await begin(ctx, { lastSeenAt: ago(sessionIdleMs(false)) });
  expect(await listSessions(ctx)).toEqual({ items: [] });
});

test('ending one session ends no other', async () => {
  const ctx = await userContext();
  const [one, other] = [await begin(ctx), await begin(ctx)];
  await endSession(ctx, { id: one });
  expect(await isLive(ctx, one)).toBe(false);
  expect(await isLive(ctx, other)).toBe(true);
  await expect(endSession(ctx, { id: one })).rejects.toMatchObject({ code: 'session.notFound' });
});

test('nobody ends the session of somebody else, not even an admin', async () => {
  const [ctx, boss] = [await userContext(), await userContext({ admin: true })];
  const id = await begin(ctx);
  await expect(endSession(boss, { id })).rejects.toMatchObject({ code: 'session.notFound' });
  expect(await isLive(ctx, id)).toBe(true);
});

test('ending all others leaves this one and everybody else’s', async () => {
  const [ctx, stranger] = await Promise.all([userContext(), userContext()]);
  const here = await begin(ctx, { id: ctx.viewer.sessionId });
  const [other, foreign] = [await begin(ctx), await begin(stranger)];
  await endOtherSessions(ctx);
  expect(await Promise.all([here, other, foreign].map((id) => isLive(ctx, id)))).toEqual([true, false, true]);
});

test('an operator ends all sessions, access tokens and what could become one, and it is recorded', async () => {
  const own = await ownDatabase();
  onTestFinished(own.remove);
  const people = [await userContext({ db: own.db }), await userContext({ db: own.db })];
  const live = await Promise.all(people.map((one) => begin(one)));
  const [one, other] = people;
  if (!one || !other) throw new Error('There are two.');
  const token = await begin(other, { secretHash: 'x', name: 'Backup' });
  await begin(one, { revokedAt: ago(1000) });
  const account = { accountId: one.viewer.id, kind: 'reset', endsAt: ago(-1), sha256: 'x' };
  await own.db.accountCode.create({ data: { id: 'code', ...account } });
  await own.db.signInChallenge.create({ data: { id: 'begun', endsAt: ago(-1) } });
  await own.db.deviceRequest.create({
    data: { id: 'device', userCode: 'ABCD', name: 'x', scopes: [], endsAt: ago(-1) },
  });
  await own.db.invite.create({ data: { id: 'invite', keyStart: 'x', keyHash: 'x', expiresAt: ago(-1) } });

  expect(await endAllSessions(openContext({ db: own.db, client: { address: null, userAgent: null } }))).toBe(
    3,
  );
  for (const id of [...live, token]) expect(await isLive(one, id)).toBe(false);
  const left = [own.db.accountCode, own.db.signInChallenge, own.db.deviceRequest, own.db.invite];
  expect(await Promise.all(left.map((table) => (table as typeof own.db.invite).count()))).toEqual([
    0, 0, 0, 0,
  ]);
  const [entry] = await own.db.auditEvent.findMany({ where: { event: 'session.end' } });
  expect(entry).toMatchObject({ actorKind: 'system', details: { change: 'everybody', count: 3 } });
});

test('access tokens are no sessions: ending those leaves them, and none is ended as one', async () => {
  const ctx = await userContext();
  const [token, other] = [await begin(ctx, { secretHash: 'a hash' }), await begin(ctx)];
  await expect(endSession(ctx, { id: token })).rejects.toMatchObject({ code: 'session.notFound' });
  await endOtherSessions(ctx);
  expect([await isLive(ctx, token), await isLive(ctx, other)]).toEqual([true, false]);
});
