import { expect, test } from 'vitest';
import { sessionIdleMs } from '@/lib/server/auth/session-rows';
import type { UserContext } from '@/lib/server/context';
import { noon, userContext } from '@/testing/service/context';
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

test('what is over, by whatever way, and what is somebody else’s is not in the list', async () => {
  const [ctx, stranger] = await Promise.all([userContext(), userContext()]);
  await begin(stranger);
  await begin(ctx, { revokedAt: noon });
  await begin(ctx, { endsAt: noon });
  await begin(ctx, { lastSeenAt: ago(sessionIdleMs(false)) });
  expect(await listSessions(ctx)).toEqual({ items: [] });
});

test('one session is ended and no other', async () => {
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
