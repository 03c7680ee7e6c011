import 'server-only';
import type { Context } from '@/lib/server/context';

/** As many as one statement takes at once. */
const batch = 1000;

/**
 * Makes notices for owners whose links end soon: two days before the end and, if nobody has downloaded anything, one
 * day before. Its row says how far a link has been reminded of, so each goes out once, on however many nodes; where
 * the first one was missed, the second takes its place. Links of less than three days get the second one alone, of less
 * than two none. Shares that are being changed just now wait for the next run. Index: Publication_enabled_publishUntil_idx.
 */
export async function remindOfEnds({ db, mail, now }: Context): Promise<number> {
  if (!mail) return 0;
  for (let reminded = 0; ; ) {
    const some = await db.$executeRaw`
      WITH near AS (
        SELECT p."shareId", s."ownerId", CASE WHEN p."publishUntil" - interval '24 hours' <= ${now} THEN 2 ELSE 1 END AS "stage"
        FROM "Publication" p JOIN "Share" s ON s."id" = p."shareId" JOIN "Account" o ON o."id" = s."ownerId"
        WHERE p."enabled" AND p."publishUntil" > ${now}
          AND p."publishUntil" <= ${now}::timestamptz + interval '48 hours'
          AND (p."reminded" = 0 AND p."publishUntil" - p."publishedAt" >= interval '72 hours'
            OR p."reminded" < 2 AND p."downloads" = 0 AND p."publishUntil" - interval '24 hours' <= ${now}
              AND p."publishUntil" - p."publishedAt" >= interval '48 hours')
          AND coalesce(s."tellEnd", o."tellEnd") AND o."email" IS NOT NULL AND o."state" = 'Active' AND o."deletingAt" IS NULL
        ORDER BY p."publishUntil" LIMIT ${batch} FOR KEY SHARE OF s SKIP LOCKED),
      marked AS (
        UPDATE "Publication" p SET "reminded" = n."stage" FROM near n
        WHERE p."shareId" = n."shareId" AND p."reminded" < n."stage" RETURNING p."shareId", n."ownerId")
      INSERT INTO "Notice" ("id", "shareId", "accountId", "kind", "dueAt")
      SELECT md5(random()::text || "shareId"), "shareId", "ownerId", 'ending', now() FROM marked
      ON CONFLICT DO NOTHING`;
    reminded += some;
    if (some === 0) return reminded;
  }
}
