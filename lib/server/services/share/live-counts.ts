import 'server-only';
import type { LiveCounts } from '@/lib/contract/byte-calls/live';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { batchedQuery, queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy } from '@/lib/server/services/access/share';

type AskedShare = { shareId: string; viewerId: string };

/** Hundreds of open pages ask at the same time, so that few statements answer them all. */
const findCounts = batchedQuery<AskedShare, LiveCounts | null>(async (db, questions) => {
  const asked = questions.map((question, nth) => ({ nth, ...question }));
  const rows = await queryDirect<LiveCounts & { nth: number }>(
    db,
    Prisma.sql`
    SELECT asked."nth", coalesce(p."views", 0) AS "views", coalesce(p."downloads", 0) AS "downloads",
      s."fileCount" AS "files", CASE WHEN s."ownerId" = asked."viewerId" THEN (
        SELECT count(*)::int FROM "Recipient" r WHERE r."shareId" = s."id" AND r."openedAt" IS NOT NULL) ELSE 0 END AS "people"
    FROM json_to_recordset(${JSON.stringify(asked)}::json)
      AS asked ("nth" integer, "shareId" text, "viewerId" text)
    JOIN "Share" s ON s."id" = asked."shareId"
    LEFT JOIN "Publication" p ON p."shareId" = s."id"
    WHERE ${isManagedBy({ id: Prisma.sql`asked."viewerId"` })}`,
  );
  const found = new Map(rows.map(({ nth, ...counts }) => [nth, counts]));
  return questions.map((_, nth) => found.get(nth) ?? null);
});

/** @throws share.notFound for others' shares and missing ones alike */
export async function countLive({ db, viewer }: UserContext, shareId: string): Promise<LiveCounts> {
  const counts = await findCounts(db, '', { shareId, viewerId: viewer.id });
  if (!counts) throw new AppError('share.notFound');
  return counts;
}
