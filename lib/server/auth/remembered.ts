import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Viewer } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isLive } from './session-rows';

/** Whom this process lately saw behind a session. It opens nothing by itself: see `isSignedIn`. */
const seen = new BoundedMap<string, Viewer>(2_000);

/** What was shown: the name of a session, and of an access token the hash of its secret as well. */
export type Shown = { sessionId: string; secretHash: string | null };

const keyOf = ({ sessionId, secretHash }: Shown) => `${sessionId} ${secretHash ?? ''}`;

export function remember(shown: Shown, viewer: Viewer): void {
  seen.set(keyOf(shown), viewer);
}

export const remembered = (shown: Shown): Viewer | null => seen.get(keyOf(shown)) ?? null;

/**
 * Whether somebody remembered still is who he was: his session goes on, by the database's clock, and he is not switched
 * off, not deleted, not renamed. Every statement on their behalf must have it.
 */
export const isSignedIn = ({ sessionId, id, login, admin }: Viewer): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM "Session" held JOIN "Account" caller ON caller."id" = held."accountId"
  WHERE held."id" = ${sessionId} AND ${isLive(Prisma.sql`now()`)}
    AND caller."id" = ${id} AND caller."login" = ${login}
    AND caller."admin" = ${admin} AND (caller."state" = 'Active') IS TRUE AND caller."deletingAt" IS NULL)`;
