import 'server-only';
import type { WebhookEvent } from '@/lib/contract/webhook';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

type ShareNews = {
  event: WebhookEvent;
  shareId: string;
  /** The same text makes no second event. */
  once: string;
};

/**
 * Writes an event of a share for its owner's webhooks, in the transaction of what it tells. Most events have a trigger
 * instead, in the migration of webhooks.
 */
export async function recordEvent(
  tx: Prisma.TransactionClient,
  { event, shareId, once }: ShareNews,
): Promise<void> {
  await tx.$executeRaw`SELECT "recordShareEvent"(${event}, ${shareId}, '{}', ${once})`;
}

const nearMs = 48 * 3_600_000;
const lateMs = 30 * 24 * 3_600_000;

/**
 * Records links that end within two days or have ended, once for each date, and returns when the next one does. Nothing
 * is lost while no server runs for less than `lateMs`. Index: Publication_enabled_publishUntil_idx.
 */
export async function recordEnds({ db, now }: Context): Promise<Date | null> {
  const [late, near] = [new Date(now.getTime() - lateMs), new Date(now.getTime() + nearMs)];
  await db.$queryRaw`
    WITH near AS (
      UPDATE "Publication" p SET "hookedEnding" = p."publishUntil" FROM "Share" s, "Webhook" w
      WHERE s."id" = p."shareId" AND w."accountId" = s."ownerId" AND 'share.ending' = ANY (w."events")
        AND p."enabled" AND s."blockedAt" IS NULL AND p."publishUntil" > ${now} AND p."publishUntil" <= ${near}
        AND p."hookedEnding" IS DISTINCT FROM p."publishUntil"
        AND p."publishUntil" - p."publishedAt" >= interval '72 hours'
      RETURNING p."shareId", p."publishUntil")
    SELECT "recordShareEvent"('share.ending', "shareId", jsonb_build_object('until', "publishUntil"),
      "shareId" || "publishUntil")::text FROM near`;
  await db.$queryRaw`
    WITH over AS (
      UPDATE "Publication" p SET "hookedEnd" = p."publishUntil" FROM "Share" s, "Webhook" w
      WHERE s."id" = p."shareId" AND w."accountId" = s."ownerId" AND 'share.ended' = ANY (w."events")
        AND p."enabled" AND s."blockedAt" IS NULL AND p."publishUntil" <= ${now} AND p."publishUntil" > ${late}
        AND w."enabled" AND p."publishUntil" >= w."endsSince"
        AND p."hookedEnd" IS DISTINCT FROM p."publishUntil"
      RETURNING p."shareId", p."publishUntil")
    SELECT "recordShareEvent"('share.ended', "shareId", '{"reason": "expired"}',
      "shareId" || "publishUntil")::text FROM over`;
  const [next] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(p."publishUntil") AS "at" FROM "Publication" p JOIN "Share" s ON s."id" = p."shareId"
    WHERE p."enabled" AND p."publishUntil" > ${now} AND p."publishUntil" <= ${near}
      AND EXISTS (SELECT 1 FROM "Webhook" w WHERE w."accountId" = s."ownerId")`;
  return next?.at ?? null;
}
