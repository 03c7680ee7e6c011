import 'server-only';
import type { Scope } from '@/lib/contract/http/scope';
import type { Viewer } from '@/lib/server/context';
import { batchedQuery } from '@/lib/server/db/batched-query';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { looksLikeAccessToken, readAccessToken } from './access-token';
import { remember, remembered, type Shown } from './remembered';
import { unseal } from './sealed';
import { isLive } from './session-rows';
import { type Carrier, tokensOf } from './session-token';

export type Caller = { viewer: Viewer; carrier: Carrier };

/**
 * The one answer to "who is calling?", for pages, calls and the transfer layer. A valid token in a header or in the
 * cookie will do, a session's or an access token. The account is looked up each time: disabled, deleted, demoted, signed
 * out and revoked count at once.
 */
export async function callerOf(db: PrismaClient, headers: RequestHeaders, now: Date): Promise<Caller | null> {
  for (const { carrier, token } of tokensOf(headers)) {
    const shown = await shownBy(carrier, token, now);
    const viewer = shown && (await liveViewers(db, 'all', { ...shown, now }));
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
    const shown = await shownBy(carrier, token, now);
    if (!shown) continue;
    const viewer = remembered(shown);
    return viewer && { viewer, carrier };
  }
  return null;
}

/** Which session a token claims to be; null for what can't be one. Cookies carry people's sessions alone. */
async function shownBy(carrier: Carrier, token: string, now: Date): Promise<Shown | null> {
  if (looksLikeAccessToken(token)) return carrier === 'header' ? readAccessToken(token) : null;
  const claims = await unseal('session', token, now);
  return claims && { sessionId: String(claims.sid), secretHash: null };
}

type Asked = Shown & { now: Date };
type LiveRow = {
  id: string;
  login: string;
  admin: boolean;
  name: string | null;
  scopes: Scope[];
  networks: string[];
};

/**
 * The row says how long a session lives: a token that was renewed without it opens nothing. One statement, because
 * every request begins with it.
 */
const liveViewers = batchedQuery<Asked, Viewer | null>(async (db, asked) => {
  const at = asked.map((one, nth) => ({ nth, ...one }));
  const live = await queryDirect<LiveRow & { nth: number }>(
    db,
    Prisma.sql`
    SELECT asked."nth", a."id", a."login", a."admin", live."name", live."scopes", live."networks"
    FROM json_to_recordset(${JSON.stringify(at)}::json)
      AS asked ("nth" integer, "sessionId" text, "secretHash" text, "now" timestamptz)
    CROSS JOIN LATERAL (
      SELECT * FROM "Session" held
      WHERE held."id" = asked."sessionId" AND held."secretHash" IS NOT DISTINCT FROM asked."secretHash"
        AND ${isLive(Prisma.sql`asked."now"`)} OFFSET 0) live
    JOIN "Account" a ON a."id" = live."accountId"
    WHERE (a."state" = 'Active') IS TRUE AND a."deletingAt" IS NULL`,
  );
  const viewers: (Viewer | null)[] = asked.map(() => null);
  for (const { nth, ...row } of live) {
    const shown = asked[nth];
    if (!shown) continue;
    const viewer = viewerOf(row, shown.sessionId);
    remember(shown, viewer);
    viewers[nth] = viewer;
  }
  return viewers;
});

/** Only access tokens have a name. */
function viewerOf({ name, scopes, networks, ...account }: LiveRow, sessionId: string): Viewer {
  const viewer = { ...account, sessionId };
  return name === null ? viewer : { ...viewer, grant: { name, scopes, networks } };
}
