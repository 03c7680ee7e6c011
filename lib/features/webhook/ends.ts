import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { recorded } from '@/lib/server/journal/record';

const nearMs = 48 * 3_600_000;
const lateMs = 30 * 24 * 3_600_000;

/** The end may be put off, and is another one then. */
const once = Prisma.sql`e."shareId" || e."publishUntil"`;

/**
 * Records links that end within two days or have ended, once for each date, and returns when the next one does. Nothing
 * is lost while no server runs for less than `lateMs`. Index: Publication_enabled_publishUntil_idx.
 */
export async function recordEnds(ctx: Context): Promise<Date | null> {
  const { db, now } = ctx;
  const [late, near] = [new Date(now.getTime() - lateMs), new Date(now.getTime() + nearMs)];
  const isWanted = (event: string) => Prisma.sql`s."id" = p."shareId" AND w."accountId" = s."ownerId"
    AND ${event} = ANY (w."events") AND p."enabled" AND s."blockedAt" IS NULL`;
  await db.$executeRaw`
    WITH near AS (
      UPDATE "Publication" p SET "hookedEnding" = p."publishUntil" FROM "Share" s, "Webhook" w
      WHERE ${isWanted('share.ending')} AND p."publishUntil" > ${now} AND p."publishUntil" <= ${near}
        AND p."hookedEnding" IS DISTINCT FROM p."publishUntil"
        AND p."publishUntil" - p."publishedAt" >= interval '72 hours'
      RETURNING p."shareId", p."publishUntil", jsonb_build_object('until', p."publishUntil") AS "until")
    ${recorded(ctx, [{ event: { event: 'share.endSoon', payload: {} }, source: Prisma.sql`near`, once, payload: Prisma.sql`e."until"` }])}
    SELECT 1`;
  await db.$executeRaw`
    WITH over AS (
      UPDATE "Publication" p SET "hookedEnd" = p."publishUntil" FROM "Share" s, "Webhook" w
      WHERE ${isWanted('share.ended')} AND p."publishUntil" <= ${now} AND p."publishUntil" > ${late}
        AND w."enabled" AND p."publishUntil" >= w."endsSince"
        AND p."hookedEnd" IS DISTINCT FROM p."publishUntil"
      RETURNING p."shareId", p."publishUntil")
    ${recorded(ctx, [{ event: { event: 'share.end', payload: { reason: 'expired' } }, source: Prisma.sql`over`, once }])}
    SELECT 1`;
  const [next] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(p."publishUntil") AS "at" FROM "Publication" p JOIN "Share" s ON s."id" = p."shareId"
    WHERE p."enabled" AND p."publishUntil" > ${now} AND p."publishUntil" <= ${near}
      AND EXISTS (SELECT 1 FROM "Webhook" w WHERE w."accountId" = s."ownerId")`;
  return next?.at ?? null;
}
