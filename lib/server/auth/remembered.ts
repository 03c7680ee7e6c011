import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Viewer } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isLive } from './session-rows';

/** Not proof of a session by itself: see `isSignedIn`. */
const recentViewers = new BoundedMap<string, Viewer>(2_000);

export type SessionCredential = { sessionId: string; secretHash: string | null };

const keyOf = ({ sessionId, secretHash }: SessionCredential) => `${sessionId} ${secretHash ?? ''}`;

export function rememberViewer(credential: SessionCredential, viewer: Viewer): void {
  recentViewers.set(keyOf(credential), viewer);
}

export const rememberedViewer = (credential: SessionCredential): Viewer | null =>
  recentViewers.get(keyOf(credential)) ?? null;

/**
 * SQL condition that a cached viewer is still signed in, by the database's clock, and neither disabled, deleted nor
 * renamed. Every statement for such a viewer must include it.
 */
export const isSignedIn = ({ sessionId, id, login, admin }: Viewer): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT 1 FROM "Session" s JOIN "Account" caller ON caller."id" = s."accountId"
  WHERE s."id" = ${sessionId} AND ${isLive(Prisma.sql`now()`)}
    AND caller."id" = ${id} AND caller."login" = ${login}
    AND caller."admin" = ${admin} AND (caller."state" = 'Active') IS TRUE AND caller."deletingAt" IS NULL)`;
