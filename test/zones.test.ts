import { expect, onTestFinished, test } from 'vitest';
import { startSession } from '@/lib/server/auth/session-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { createShare } from '@/lib/server/services/share/create';
import { publishShare } from '@/lib/server/services/share/publish';
import { noon, userContext } from '@/testing/service/context';
import { ownDatabase } from '@/testing/service/own-database';
import { zones } from './surroundings/zones';

const halfHour = 30 * 60_000;

/** PostgreSQL's own text of an instant in UTC. */
const asUtc = (column: string) =>
  Prisma.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS')`);

test.each(zones)('instants are stored and read as they are by a database in %s', async (zone) => {
  const own = await ownDatabase({ zone });
  onTestFinished(own.remove);
  const ctx = await userContext({ db: own.db });
  const share = await createShare(ctx, { name: 'a', validity: halfHour, maxViews: 1 });
  await publishShare(ctx, { shareId: share.id, reuseId: true });
  const session = { id: ctx.viewer.sessionId, accountId: ctx.viewer.id };
  await startSession(own.db, { ...session, client: ctx.client, now: ctx.now });

  const [stored] = await own.db.$queryRaw<object[]>`
    SELECT ${asUtc('s."createdAt"')} AS "created", ${asUtc('p."publishUntil"')} AS "until",
      ${asUtc('e."at"')} AS "told", ${asUtc('held."lastSeenAt"')} AS "seen"
    FROM "Share" s JOIN "Publication" p ON p."shareId" = s."id"
    JOIN "AuditEvent" e ON e."shareId" = s."id" AND e."event" = 'share.publish', "Session" held`;
  const at = '2026-03-01 12:00:00.000';
  expect(stored).toEqual({ created: at, until: '2026-03-01 12:30:00.000', told: at, seen: at });

  const publication = await own.db.publication.findUniqueOrThrow({ where: { shareId: share.id } });
  expect(publication.publishUntil).toEqual(new Date(noon.getTime() + halfHour));
  const open = { id: session.id, lastSeenAt: { gt: new Date(noon.getTime() - 1) } };
  expect(await own.db.session.count({ where: open })).toBe(1);
});

test('a day of the change to summer time has its hour', async () => {
  const own = await ownDatabase({ zone: 'Europe/Berlin' });
  onTestFinished(own.remove);
  const before = new Date('2026-03-29T00:45:00Z'); // 01:45 there; half an hour later it is 03:15
  const ctx = await userContext({ db: own.db, now: before });
  const share = await createShare(ctx, { name: 'a', validity: halfHour, maxViews: 1 });
  await publishShare(ctx, { shareId: share.id, reuseId: true });
  const rows = await own.db.$queryRaw<{ until: string }[]>`
    SELECT ${asUtc('"publishUntil"')} AS "until" FROM "Publication"`;
  expect(rows).toEqual([{ until: '2026-03-29 01:15:00.000' }]);
});
