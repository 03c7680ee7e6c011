import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { startSession } from '@/lib/server/auth/session-rows';
import { record } from '@/lib/server/journal/record';
import { incrementCounter } from '@/lib/server/limits/counters';
import { noon, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import {
  forgetAudit,
  forgetChallenges,
  forgetDeviceRequests,
  forgetEndedSessions,
  forgetLimits,
} from './forget';

const day = 24 * 3600 * 1000;

test('records older than the retention go, and so do counters whose window is over', async () => {
  const { db, remove } = await ownDatabase();
  const ctx = await userContext({ db });
  const limited = { ...ctx, config: { ...ctx.config, AUDIT_RETENTION: 2 * day } };
  const ago = (ms: number) => new Date(noon.getTime() - ms);
  await record({ ...ctx, now: ago(2 * day + 1) }, { event: 'login' });
  await record({ ...ctx, now: ago(2 * day) }, { event: 'logout' });
  await incrementCounter(db, { key: 'old', windowMs: day, now: ago(3 * day) });
  await incrementCounter(db, { key: 'new', windowMs: day, now: noon });

  expect([await forgetAudit(limited), await forgetLimits(limited)]).toEqual([1, 1]);
  expect(await db.auditEvent.findMany()).toMatchObject([{ event: 'logout' }]);
  expect(await db.rateLimit.findMany()).toMatchObject([{ key: 'new' }]);
  await remove();
});

test('sessions go once they are as old as any may be, not before', async () => {
  const { db, remove } = await ownDatabase();
  const ctx = await userContext({ db });
  const { viewer, client } = ctx;
  const start = (id: string, now: Date) => startSession(db, { id, accountId: viewer.id, client, now });
  await start('first', noon);
  await start('second', new Date(noon.getTime() + 1));
  const { endsAt } = await db.session.findUniqueOrThrow({ where: { id: 'first' } });
  await db.session.updateMany({ data: { lastSeenAt: endsAt } }); // in use all the time

  expect(await forgetEndedSessions({ ...ctx, now: new Date(endsAt.getTime() - 1) })).toBe(0);
  expect(await forgetEndedSessions({ ...ctx, now: endsAt })).toBe(1);
  expect(await db.session.findMany({ where: { id: { in: ['first', 'second'] } } })).toMatchObject([
    { id: 'second' },
  ]);
  await remove();
});

test('a session goes a day after it was idle for too long; one in use, a kept one and a token stay', async () => {
  const { db, remove } = await ownDatabase();
  const ctx = await userContext({ db });
  const { viewer, client, config } = ctx;
  for (const id of ['idle', 'kept', 'token', 'used'])
    await startSession(db, { id, accountId: viewer.id, client, now: noon, isKept: id === 'kept' });
  await db.session.update({ where: { id: 'token' }, data: { secretHash: 'a hash' } });
  const at = (ms: number) => ({ ...ctx, now: new Date(noon.getTime() + ms) });
  const idleMs = config.SESSION_VALID * 1.25;
  await db.session.update({ where: { id: 'used' }, data: { lastSeenAt: at(day).now } });
  const left = async () => (await db.session.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id);

  expect(await forgetEndedSessions(at(idleMs + day))).toBe(0);
  expect(await forgetEndedSessions(at(idleMs + day + 1))).toBe(1);
  expect(await left()).toEqual(['kept', 'token', 'used']);
  expect(await forgetEndedSessions(at(32 * day))).toBe(2);
  expect(await left()).toEqual(['token']);
  await remove();
});

test('a sign-in that waits for its code goes once its time is over', async () => {
  const { db, remove } = await ownDatabase();
  const ctx = await userContext({ db });
  for (const [id, endsAt] of [
    ['over', noon],
    ['open', new Date(noon.getTime() + 1)],
  ] as const)
    await db.signInChallenge.create({ data: { id, accountId: ctx.viewer.id, endsAt } });
  expect(await forgetChallenges(ctx)).toBe(1);
  expect(await db.signInChallenge.findMany()).toMatchObject([{ id: 'open' }]);
  await remove();
});

test('a program’s request goes once nobody can answer it any more', async () => {
  const { db, remove } = await ownDatabase();
  const ctx = await userContext({ db });
  const scopes = ['read'];
  for (const [id, endsAt] of [
    ['over', noon],
    ['open', new Date(noon.getTime() + 1)],
  ] as const)
    await db.deviceRequest.create({ data: { id, userCode: id, name: 'x', scopes, endsAt } });
  expect(await forgetDeviceRequests(ctx)).toBe(1);
  expect(await db.deviceRequest.findMany()).toMatchObject([{ id: 'open' }]);
  await remove();
});

test('everything that is forgotten by its time has an index on that time', async () => {
  const { db, remove } = await ownDatabase();
  const source = fs.readFileSync(path.join(import.meta.dirname, 'forget.ts'), 'utf8');
  const forgotten = [...source.matchAll(/\['(\w+)', '(\w+)'\]/g)].map(
    ([, table, column]) => `${table}.${column}`,
  );
  const indexes = await db.$queryRaw<{ first: string }[]>`
    SELECT c."relname" || '.' || a."attname" AS "first" FROM pg_index i
    JOIN pg_class c ON c."oid" = i."indrelid"
    JOIN pg_attribute a ON a."attrelid" = c."oid" AND a."attnum" = i."indkey"[0]`;
  expect(forgotten.length).toBeGreaterThan(8);
  expect(forgotten.filter((name) => !indexes.some(({ first }) => first === name))).toEqual([]);
  await remove();
});
