import 'server-only';
import type { Viewer } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';

type Seen = { viewer: Viewer; untilMs: number };

/** Whom this process lately saw behind a session. It opens nothing by itself: see `isSignedIn`. */
const seen = new Map<string, Seen>();
const maxSeen = 2_000;

/** @param until when the session ends at the earliest by its age alone */
export function remember(viewer: Viewer, until: Date): void {
  if (seen.size >= maxSeen) seen.clear();
  seen.set(viewer.sessionId, { viewer, untilMs: until.getTime() });
}

export function remembered(sessionId: string, now: Date): Viewer | null {
  const known = seen.get(sessionId);
  return known && known.untilMs > now.getTime() ? known.viewer : null;
}

/**
 * Whether somebody remembered still is who he was: not signed out, not switched off, not deleted, not renamed. It has to
 * stand in every statement that is asked on his behalf.
 */
export const isSignedIn = ({ sessionId, id, login, admin }: Viewer): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM "Session" held JOIN "Account" caller ON caller."id" = held."accountId"
  WHERE held."id" = ${sessionId} AND held."revokedAt" IS NULL AND caller."id" = ${id} AND caller."login" = ${login}
    AND caller."admin" = ${admin} AND (caller."state" = 'Active') IS TRUE AND caller."deletingAt" IS NULL)`;
