import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { recorded } from '@/lib/server/journal/record';

const batchSize = 1000;

/**
 * Creates a reminder two days before a link ends, and one day before if nothing was downloaded. `reminded` makes each
 * unique among nodes. Links under three days get only the second, under two none. Index: Publication_enabled_publishUntil_idx.
 */
export async function remindOfEnds(ctx: Context): Promise<number> {
  const { db, mail, now } = ctx;
  if (!mail) return 0;
  const source = Prisma.sql`marked`;
  for (let reminded = 0; ; ) {
    const [some] = await db.$queryRaw<[{ count: number }]>`
      WITH near AS (
        SELECT p."shareId", CASE WHEN p."publishUntil" - interval '24 hours' <= ${now} THEN 2 ELSE 1 END AS "stage"
        FROM "Publication" p JOIN "Share" s ON s."id" = p."shareId" JOIN "Account" o ON o."id" = s."ownerId"
        WHERE p."enabled" AND s."blockedAt" IS NULL AND p."publishUntil" > ${now}
          AND p."publishUntil" <= ${now}::timestamptz + interval '48 hours'
          AND (p."reminded" = 0 AND p."publishUntil" - p."publishedAt" >= interval '72 hours'
            OR p."reminded" < 2 AND p."downloads" = 0 AND p."publishUntil" - interval '24 hours' <= ${now}
              AND p."publishUntil" - p."publishedAt" >= interval '48 hours')
          AND coalesce(s."tellEnd", o."tellEnd") AND o."email" IS NOT NULL AND o."state" = 'Active' AND o."deletingAt" IS NULL
        ORDER BY p."publishUntil" LIMIT ${batchSize} FOR KEY SHARE OF s SKIP LOCKED),
      marked AS (
        UPDATE "Publication" p SET "reminded" = n."stage" FROM near n
        WHERE p."shareId" = n."shareId" AND p."reminded" < n."stage" RETURNING p."shareId")
      ${recorded(ctx, [{ event: { event: 'share.remind' }, source }])}
      SELECT count(*)::integer AS "count" FROM marked`;
    reminded += some.count;
    if (some.count === 0) return reminded;
  }
}
