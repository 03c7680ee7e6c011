import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Scope } from '@/lib/contract/http/scope';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context, Viewer } from '@/lib/server/context';
import { batchedQuery, queryDirect } from '@/lib/server/db/direct';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { isInNetworks } from '@/lib/server/network-address';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { isLive, lacksFactor } from './session-rows';
import {
  type Carrier,
  looksLikeAccessToken,
  openToken,
  readAccessToken,
  type SessionCredential,
  tokensOf,
} from './tokens';

/** Not proof of a session by itself: see `isSignedIn`. */
const recentViewers = new BoundedMap<string, Viewer>(2_000);

const keyOf = ({ sessionId, secretHash }: SessionCredential) => `${sessionId} ${secretHash ?? ''}`;

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
    const viewer = recentViewers.get(keyOf(credential));
    return viewer ? { viewer, carrier } : null;
  }
  return null;
}

/** Tells whether a token, of a session that may be over, is of an account that its person has deleted. */
export async function wasOfLeaver(db: PrismaClient, headers: RequestHeaders, now: Date): Promise<boolean> {
  for (const { carrier, token } of tokensOf(headers)) {
    const id = (await credentialFrom(carrier, token, now))?.sessionId;
    const account = { leavesAt: { not: null }, deletingAt: null };
    if (id !== undefined && (await db.session.count({ where: { id, account } })) > 0) return true;
  }
  return false;
}

/** Ignores access tokens in cookies, which carry sessions only. */
async function credentialFrom(carrier: Carrier, token: string, now: Date): Promise<SessionCredential | null> {
  if (looksLikeAccessToken(token)) return carrier === 'header' ? readAccessToken(token) : null;
  const claims = await openToken('session', token, now);
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
  lacksFactor: boolean;
};

/**
 * The session's row decides how long it lives, not its token. One statement, because every request begins with it.
 */
const findLiveViewer = batchedQuery<TimedCredential, Viewer | null>(async (db, credentials) => {
  const numbered = credentials.map((one, nth) => ({ nth, ...one }));
  const live = await queryDirect<LiveSessionRow & { nth: number }>(
    db,
    Prisma.sql`
    SELECT credentials."nth", a."id", a."login", a."admin", live."name", live."scopes", live."networks",
      live."secretHash" IS NULL AND ${lacksFactor(Prisma.sql`a`)} AS "lacksFactor"
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
    recentViewers.set(keyOf(credential), viewer);
    viewers[nth] = viewer;
  }
  return viewers;
});

function viewerOf(
  { name, scopes, networks, lacksFactor, ...account }: LiveSessionRow,
  sessionId: string,
): Viewer {
  const viewer: Viewer = { ...account, sessionId, ...(lacksFactor && { lacksFactor }) };
  return name === null ? viewer : { ...viewer, grant: { name, scopes, networks } };
}

/**
 * SQL condition that a cached viewer is still signed in, by the database's clock, and neither disabled, deleted,
 * renamed nor without a factor that is demanded. Every statement for such a viewer must include it.
 */
export const isSignedIn = ({ sessionId, id, login, admin }: Viewer): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM "Session" s JOIN "Account" caller ON caller."id" = s."accountId"
  WHERE s."id" = ${sessionId} AND ${isLive(Prisma.sql`now()`)}
    AND caller."id" = ${id} AND caller."login" = ${login}
    AND caller."admin" = ${admin} AND (caller."state" = 'Active') IS TRUE AND caller."deletingAt" IS NULL
    AND NOT (s."secretHash" IS NULL AND ${lacksFactor(Prisma.sql`caller`)}))`;

/**
 * Checks an access token's scopes and networks. Sessions may do all that their account may.
 * @param scope null for calls that no token may make
 * @throws token.elsewhere, token.notAllowed, token.scopeMissing
 */
export function checkGrant({ client }: Context, { grant }: Viewer, scope: Scope | null): void {
  if (!grant) return;
  const { networks, scopes } = grant;
  const address = client.address ?? '';
  if (networks.length > 0 && !isInNetworks(networks, address))
    throw new AppError('token.elsewhere', { address });
  if (scope === null) throw new AppError('token.notAllowed');
  if (!scopes.includes(scope)) throw new AppError('token.scopeMissing', { scope });
}

const recordIntervalMs = 60_000;

const lastRecorded = new BoundedMap<string, number>(5_000);

export async function recordTokenUse(
  { db, client, now }: Context,
  { grant, sessionId }: Viewer,
): Promise<void> {
  if (!grant) return;
  const key = `${sessionId} ${client.address ?? ''}`;
  const sinceMs = Math.abs(now.getTime() - (lastRecorded.get(key) ?? Number.NEGATIVE_INFINITY));
  if (sinceMs < recordIntervalMs) return;
  lastRecorded.set(key, now.getTime());
  await db.session.updateMany({ where: { id: sessionId }, data: { ...client, lastSeenAt: now } });
}
