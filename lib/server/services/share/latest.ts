import 'server-only';
import type { LatestArrival } from '@/lib/contract/share/share-shapes';
import type { UserContext } from '@/lib/server/context';

/** Earlier visitors were told of when a list was read then. */
const maxVisits = 8;

type Came = {
  shareId: string;
  address: string | null;
  openedAt: Date;
  downloadedAt: Date | null;
  hasAll: boolean | null;
};

/**
 * Finds who opened or downloaded each share last, of those that the viewer owns: nobody else sees recipients.
 * Indexes: Visit_shareId_startedAt_idx, Download_visitId_startedAt_idx, those of ids.
 */
export async function findLatest(
  { db, viewer }: UserContext,
  ids: string[],
): Promise<Map<string, LatestArrival>> {
  // As on the share's page, recipients have opened theirs when they did so first.
  const rows = await db.$queryRaw<Came[]>`
    SELECT DISTINCT ON (s."id") s."id" AS "shareId", r."address", coalesce(r."openedAt", v."startedAt") AS "openedAt",
      d."downloadedAt", d."hasAll"
    FROM "Share" s
    CROSS JOIN LATERAL (
      SELECT "id", "recipientId", "startedAt" FROM "Visit"
      WHERE "shareId" = s."id" ORDER BY "startedAt" DESC LIMIT ${maxVisits}) v
    LEFT JOIN "Recipient" r ON r."id" = v."recipientId"
    CROSS JOIN LATERAL (
      SELECT max("endedAt") AS "downloadedAt",
        bool_or("kind" = 'zip' AND "complete" AND "sentBytes" >= s."sizeBytes")
          OR count(DISTINCT "fileId") FILTER (WHERE "complete") >= s."fileCount" AS "hasAll"
      FROM "Download"
      WHERE "visitId" = v."id" AND NOT "isShown" AND "accountId" IS DISTINCT FROM s."ownerId") d
    WHERE s."id" = ANY (${ids}) AND s."ownerId" = ${viewer.id}
    ORDER BY s."id", greatest(coalesce(r."openedAt", v."startedAt"), d."downloadedAt") DESC`;
  return new Map(rows.map((row) => [row.shareId, latestOf(row)]));
}

const latestOf = ({ address, openedAt, downloadedAt, hasAll }: Came): LatestArrival => ({
  address,
  opened: openedAt.getTime(),
  downloaded: downloadedAt?.getTime() ?? null,
  hasAll: downloadedAt !== null && hasAll === true,
});
