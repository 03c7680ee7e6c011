import 'server-only';
import { sessionIdleMs } from '@/lib/server/auth/session-rows';
import { visitMs } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { removeSome } from '@/lib/server/services/share/remove';

const maxWindowMs = 24 * 3600 * 1000;

/** Rows that one statement deletes within its ten seconds. */
const batch = 10_000;

const quoted = (identifier: string) => Prisma.raw(`"${identifier}"`);

/** Needs an index on the column. */
async function forgetUntil(
  { db }: Context,
  [table, column]: [
    table: Prisma.ModelName,
    column: 'at' | 'endsAt' | 'lastSeenAt' | 'startedAt' | 'windowAt',
  ],
  until: Date,
  which = Prisma.sql`true`,
): Promise<number> {
  const [from, at] = [quoted(table), quoted(column)];
  const key = table === 'RateLimit' ? Prisma.raw('ctid') : quoted('id');
  const isOver = Prisma.raw(column === 'endsAt' ? '<=' : '<');
  for (let removed = 0; ; ) {
    const some = await db.$executeRaw`
      DELETE FROM ${from} WHERE ${key} = ANY (ARRAY(
        SELECT ${key} FROM ${from} WHERE ${at} ${isOver} ${until} AND ${which} ORDER BY ${at} LIMIT ${batch}))`;
    if (some === 0) return removed;
    removed += some;
  }
}

export const forgetAudit = (ctx: Context): Promise<number> =>
  forgetUntil(ctx, ['AuditEvent', 'at'], retainedFrom(ctx));

export const forgetLimits = (ctx: Context): Promise<number> =>
  forgetUntil(ctx, ['RateLimit', 'windowAt'], new Date(ctx.now.getTime() - maxWindowMs));

/** A request that began in time may go on for hours, and asks at its end whether its session was ended. */
const longRequestMs = 24 * 3600 * 1000;

/**
 * Deletes sessions at their maximum age, and people's own a day after they were idle for too long. Indexes:
 * Session_endsAt_idx, Session_lastSeenAt_idx.
 */
export async function forgetEndedSessions(ctx: Context): Promise<number> {
  let removed = await forgetUntil(ctx, ['Session', 'endsAt'], ctx.now);
  for (const isKept of [true, false]) {
    const until = new Date(ctx.now.getTime() - sessionIdleMs(isKept) - longRequestMs);
    const which = Prisma.sql`"secretHash" IS NULL AND "isKept" = ${isKept}`;
    removed += await forgetUntil(ctx, ['Session', 'lastSeenAt'], until, which);
  }
  return removed;
}

export const forgetDeviceRequests = (ctx: Context): Promise<number> =>
  forgetUntil(ctx, ['DeviceRequest', 'endsAt'], ctx.now);

export const forgetChallenges = (ctx: Context): Promise<number> =>
  forgetUntil(ctx, ['SignInChallenge', 'endsAt'], ctx.now);

export const forgetKnownClients = (ctx: Context): Promise<number> =>
  forgetUntil(ctx, ['KnownClient', 'endsAt'], ctx.now);

export const forgetAccountCodes = (ctx: Context): Promise<number> =>
  forgetUntil(ctx, ['AccountCode', 'endsAt'], ctx.now);

/**
 * Deletes activity older than AUDIT_RETENTION; counts stay. Visits outlive their downloads, which else seem
 * to have none.
 */
export async function forgetActivity(ctx: Context): Promise<number> {
  const until = retainedFrom(ctx);
  const downloads = await forgetUntil(ctx, ['Download', 'startedAt'], until);
  const visits = await forgetUntil(ctx, ['Visit', 'startedAt'], new Date(until.getTime() - visitMs));
  return downloads + visits + (await forgetUntil(ctx, ['ShareEvent', 'at'], until));
}

const retainedFrom = ({ config, now }: Context): Date => new Date(now.getTime() - config.AUDIT_RETENTION);

/** Spares what came through an inbox: the end of its owner's link says nothing about what others have sent. */
export async function expireShares(ctx: Context): Promise<number> {
  const since = new Date(ctx.now.getTime() - ctx.config.CLEANUP_GRACE);
  const isExpired = Prisma.sql`s."id" IN (
    SELECT "shareId" FROM "Publication" WHERE "enabled" AND "publishUntil" < ${since})
    AND s."aliasId" IS NULL AND NOT EXISTS (SELECT FROM "Delivery" d WHERE d."shareId" = s."id")`;
  for (let removed = 0; ; ) {
    const some = await removeSome(ctx.db, isExpired);
    removed += some;
    if (some === 0) return removed;
  }
}
