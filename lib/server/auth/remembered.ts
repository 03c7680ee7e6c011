import 'server-only';
import { config } from '@/lib/server/config';
import type { Viewer } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';

/** Whom this process lately saw behind a session. It opens nothing by itself: see `isSignedIn`. */
const seen = new Map<string, Viewer>();
const maxSeen = 2_000;

export function remember(viewer: Viewer): void {
  if (seen.size >= maxSeen) seen.clear();
  seen.set(viewer.sessionId, viewer);
}

export const remembered = (sessionId: string): Viewer | null => seen.get(sessionId) ?? null;

/**
 * Whether somebody remembered still is who he was: his session goes on (as `liveAt` in session.ts says, by the database's
 * clock), and he is not switched off, not deleted, not renamed. It has to stand in every statement that is asked on his
 * behalf.
 */
export const isSignedIn = ({ sessionId, id, login, admin }: Viewer): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM "Session" held JOIN "Account" caller ON caller."id" = held."accountId"
  WHERE held."id" = ${sessionId} AND held."revokedAt" IS NULL AND held."endsAt" > now()
    AND held."lastSeenAt" > now() - ${config().SESSION_VALID} * interval '1 millisecond'
    AND caller."id" = ${id} AND caller."login" = ${login}
    AND caller."admin" = ${admin} AND (caller."state" = 'Active') IS TRUE AND caller."deletingAt" IS NULL)`;
