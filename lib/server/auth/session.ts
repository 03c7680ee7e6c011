import 'server-only';
import { parseCookie } from 'cookie';
import { cookieNames, headerNames } from '@/lib/contract/names';
import { config } from '@/lib/server/config';
import type { Client, Viewer } from '@/lib/server/context';
import { rowsOf } from '@/lib/server/db/direct';
import { gathered } from '@/lib/server/db/gathered';
import { Prisma, type PrismaClient } from '@/lib/server/db/generated/client';
import { inSteps } from '@/lib/server/db/in-steps';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { remember, remembered } from './remembered';
import { seal, unseal } from './sealed';

/** However often it is refreshed, a session ends after this. */
const absoluteMs = 30 * 24 * 3600 * 1000;

export type Token = { token: string; validMs: number };
export type Caller = { viewer: Viewer; carrier: 'header' | 'cookie' };

export async function startSession(
  db: Prisma.TransactionClient,
  session: { id: string; accountId: string; client: Client; now: Date },
): Promise<void> {
  const { id, accountId, client, now } = session;
  await db.session.create({
    data: {
      id,
      accountId,
      ...client,
      createdAt: now,
      lastSeenAt: now,
      endsAt: new Date(now.getTime() + absoluteMs),
    },
  });
}

/**
 * Ends an account's sessions, with every token of theirs, except the one that is to stay. A client that signs in for
 * each call makes a million of them: they end in steps, and all at once for everybody else, with the transaction.
 */
export const endSessions = (
  tx: Prisma.TransactionClient,
  { accountId, except, now }: { accountId: string; except: string | null; now: Date },
): Promise<void> =>
  inSteps(
    tx,
    (limit) => Prisma.sql`
      UPDATE "Session" SET "revokedAt" = ${now} WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Session"
        WHERE "accountId" = ${accountId} AND "revokedAt" IS NULL AND "id" <> ${except ?? ''} LIMIT ${limit}))`,
  );

/** Those of an account that is gone for everybody already: however many they are, it can go after them. */
export const forgetSessions = (tx: Prisma.TransactionClient, accountId: string): Promise<void> =>
  inSteps(
    tx,
    (limit) => Prisma.sql`
      DELETE FROM "Session" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Session" WHERE "accountId" = ${accountId} LIMIT ${limit}))`,
  );

/** Sessions that still open something: not ended, refreshed in time, and not older than any may become. */
export const liveAt = (now: Date) => ({
  revokedAt: null,
  lastSeenAt: { gt: new Date(now.getTime() - config().SESSION_VALID) },
  endsAt: { gt: now },
});

/** A token of a session: good for the header and the cookie alike, and only as long as the session's row says so. */
export async function tokenFor(sessionId: string, now: Date): Promise<Token> {
  const validMs = config().SESSION_VALID;
  const token = await seal('session', { sid: sessionId }, new Date(now.getTime() + validMs), now);
  return { token, validMs };
}

/**
 * The one answer to "who is calling?", for pages, calls and the data plane. A valid token in the header or in the
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

/** Whether somebody shows a token at all, good or not. */
export const carriesToken = (headers: RequestHeaders): boolean => tokensOf(headers).length > 0;

function tokensOf(headers: RequestHeaders): { carrier: Caller['carrier']; token: string }[] {
  const inHeader = headers.get(headerNames.auth);
  const cookies = headers.get('cookie');
  const inCookie = cookies && parseCookie(cookies)[cookieNames.auth];
  return [
    ...(inHeader ? [{ carrier: 'header', token: inHeader } as const] : []),
    ...(inCookie ? [{ carrier: 'cookie', token: inCookie } as const] : []),
  ];
}

type Asked = { sessionId: string; now: Date };
type LiveAccount = { id: string; login: string; admin: boolean };

const liveViewer = (db: PrismaClient, sessionId: string, now: Date): Promise<Viewer | null> =>
  liveViewers(db, 'all', { sessionId, now });

/**
 * The row says how long a session lives: a token that was renewed without it opens nothing. One statement, because
 * every request begins with it; it means what `liveAt` says.
 */
const liveViewers = gathered<Asked, Viewer | null>(async (db, asked) => {
  const at = asked.map(({ sessionId, now }, nth) => {
    return { nth, sessionId, now, seenAfter: new Date(now.getTime() - config().SESSION_VALID) };
  });
  const live = await rowsOf<LiveAccount & { nth: number }>(
    db,
    Prisma.sql`
    SELECT asked."nth", a."id", a."login", a."admin"
    FROM json_to_recordset(${JSON.stringify(at)}::json)
      AS asked ("nth" integer, "sessionId" text, "now" timestamptz, "seenAfter" timestamptz)
    CROSS JOIN LATERAL (
      SELECT * FROM "Session" s WHERE s."id" = asked."sessionId" AND s."revokedAt" IS NULL
        AND s."lastSeenAt" > asked."seenAfter" AND s."endsAt" > asked."now" OFFSET 0) live
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
