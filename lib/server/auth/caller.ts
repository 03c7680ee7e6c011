import 'server-only';
import type { Scope } from '@/lib/contract/http/scope';
import type { Viewer } from '@/lib/server/context';
import { batchedQuery } from '@/lib/server/db/batched-query';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { looksLikeAccessToken, readAccessToken } from './access-token';
import { rememberedViewer, rememberViewer, type SessionCredential } from './remembered';
import { unseal } from './sealed';
import { isLive } from './session-rows';
import { type Carrier, tokensOf } from './session-token';

export type Caller = { viewer: Viewer; carrier: Carrier };

/**
 * Identifies the caller of pages, calls and transfers by the first valid token. Reads the account each time:
 * disabling, deletion, demotion, sign-out and revocation take effect at once.
 */
export async function callerOf(db: PrismaClient, headers: RequestHeaders, now: Date): Promise<Caller | null> {
  for (const { carrier, token } of tokensOf(headers)) {
    const credential = await credentialFrom(carrier, token, now);
    const viewer = credential && (await findLiveViewer(db, 'all', { ...credential, now }));
    if (viewer) return { viewer, carrier };
  }
  return null;
}

/**
 * Returns the cached viewer of the first well-formed token; `isSignedIn` has to confirm it. Null when only a later
 * token is cached, as the first may be another person's.
 */
export async function rememberedCaller(headers: RequestHeaders, now: Date): Promise<Caller | null> {
  for (const { carrier, token } of tokensOf(headers)) {
    const credential = await credentialFrom(carrier, token, now);
    if (!credential) continue;
    const viewer = rememberedViewer(credential);
    return viewer && { viewer, carrier };
  }
  return null;
}

/** Ignores access tokens in cookies, which carry sessions only. */
async function credentialFrom(carrier: Carrier, token: string, now: Date): Promise<SessionCredential | null> {
  if (looksLikeAccessToken(token)) return carrier === 'header' ? readAccessToken(token) : null;
  const claims = await unseal('session', token, now);
  return claims && { sessionId: String(claims.sid), secretHash: null };
}

type TimedCredential = SessionCredential & { now: Date };
type LiveSessionRow = {
  id: string;
  login: string;
  admin: boolean;
  name: string | null;
  scopes: Scope[];
  networks: string[];
};

/**
 * The session's row decides how long it lives, not its token. One statement, because every request begins with it.
 */
const findLiveViewer = batchedQuery<TimedCredential, Viewer | null>(async (db, credentials) => {
  const numbered = credentials.map((one, nth) => ({ nth, ...one }));
  const live = await queryDirect<LiveSessionRow & { nth: number }>(
    db,
    Prisma.sql`
    SELECT credentials."nth", a."id", a."login", a."admin", live."name", live."scopes", live."networks"
    FROM json_to_recordset(${JSON.stringify(numbered)}::json)
      AS credentials ("nth" integer, "sessionId" text, "secretHash" text, "now" timestamptz)
    CROSS JOIN LATERAL (
      SELECT * FROM "Session" s
      WHERE s."id" = credentials."sessionId" AND s."secretHash" IS NOT DISTINCT FROM credentials."secretHash"
        AND ${isLive(Prisma.sql`credentials."now"`)} OFFSET 0) live
    JOIN "Account" a ON a."id" = live."accountId"
    WHERE (a."state" = 'Active') IS TRUE AND a."deletingAt" IS NULL`,
  );
  const viewers: (Viewer | null)[] = credentials.map(() => null);
  for (const { nth, ...row } of live) {
    const credential = credentials[nth];
    if (!credential) continue;
    const viewer = viewerOf(row, credential.sessionId);
    rememberViewer(credential, viewer);
    viewers[nth] = viewer;
  }
  return viewers;
});

function viewerOf({ name, scopes, networks, ...account }: LiveSessionRow, sessionId: string): Viewer {
  const viewer = { ...account, sessionId };
  return name === null ? viewer : { ...viewer, grant: { name, scopes, networks } };
}
