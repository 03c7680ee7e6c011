import 'server-only';
import type { Viewer } from '@/lib/server/context';
import { batchedQuery } from '@/lib/server/db/batched-query';
import { rowsOf } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { remember, remembered } from './remembered';
import { unseal } from './sealed';
import { isLive } from './session-rows';
import { type Carrier, tokensOf } from './session-token';

export type Caller = { viewer: Viewer; carrier: Carrier };

/**
 * The one answer to "who is calling?", for pages, calls and the transfer layer. A valid token in the header or in the
 * cookie will do. The account is looked up each time: disabled, deleted, demoted and signed out count at once.
 */
export async function callerOf(db: PrismaClient, headers: RequestHeaders, now: Date): Promise<Caller | null> {
  for (const { carrier, token } of tokensOf(headers)) {
    const claims = await unseal('session', token, now);
    const viewer = claims && (await liveViewer(db, String(claims.sid), now));
    if (viewer) return { viewer, carrier };
  }
  return null;
}

/**
 * Who was behind the first valid token when it was last asked about; whether he still is has to be asked: `isSignedIn`.
 * Null as well where only a later token is known: the first may be somebody else's.
 */
export async function rememberedCaller(headers: RequestHeaders, now: Date): Promise<Caller | null> {
  for (const { carrier, token } of tokensOf(headers)) {
    const claims = await unseal('session', token, now);
    if (!claims) continue;
    const viewer = remembered(String(claims.sid));
    return viewer && { viewer, carrier };
  }
  return null;
}

type Asked = { sessionId: string; now: Date };
type LiveAccount = { id: string; login: string; admin: boolean };

const liveViewer = (db: PrismaClient, sessionId: string, now: Date): Promise<Viewer | null> =>
  liveViewers(db, 'all', { sessionId, now });

/**
 * The row says how long a session lives: a token that was renewed without it opens nothing. One statement, because
 * every request begins with it.
 */
const liveViewers = batchedQuery<Asked, Viewer | null>(async (db, asked) => {
  const at = asked.map(({ sessionId, now }, nth) => ({ nth, sessionId, now }));
  const live = await rowsOf<LiveAccount & { nth: number }>(
    db,
    Prisma.sql`
    SELECT asked."nth", a."id", a."login", a."admin"
    FROM json_to_recordset(${JSON.stringify(at)}::json)
      AS asked ("nth" integer, "sessionId" text, "now" timestamptz)
    CROSS JOIN LATERAL (
      SELECT * FROM "Session" held
      WHERE held."id" = asked."sessionId" AND ${isLive(Prisma.sql`asked."now"`)} OFFSET 0) live
    JOIN "Account" a ON a."id" = live."accountId"
    WHERE (a."state" = 'Active') IS TRUE AND a."deletingAt" IS NULL`,
  );
  const viewers: (Viewer | null)[] = asked.map(() => null);
  for (const { nth, ...account } of live) {
    const viewer = { ...account, sessionId: asked[nth]?.sessionId ?? '' };
    remember(viewer);
    viewers[nth] = viewer;
  }
  return viewers;
});
