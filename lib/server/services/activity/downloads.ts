import 'server-only';
import type { ActivityDownload } from '@/lib/contract/activity';
import type { PrismaClient } from '@/lib/server/db/generated/client';

/** Further downloads of a visit are reported as "more", so that no page reads thousands of rows. */
const maxPerVisit = 100;

type VisitDownloadRow = {
  visitId: string;
  kind: 'file' | 'zip';
  fileId: string | null;
  name: string | null;
  isShown: boolean;
  whole: boolean;
  times: number;
  at: Date;
  isCut: boolean;
};

/** Lists each visit's downloads, repeated ones once. Index: Download_visitId_startedAt_idx. */
export async function visitDownloads(db: PrismaClient, visitIds: string[]) {
  const found = await db.$queryRaw<VisitDownloadRow[]>`
    SELECT v."id" AS "visitId", d."kind"::text AS "kind", d."fileId", f."name", d."isShown",
      bool_or(d."complete") AS "whole", count(*)::int AS "times", max(d."startedAt") AS "at",
      max(d."n") > ${maxPerVisit}::int AS "isCut"
    FROM unnest(${visitIds}::text[]) AS v ("id")
    CROSS JOIN LATERAL (
      SELECT *, row_number() OVER (ORDER BY "startedAt" DESC) AS "n" FROM (
        SELECT "kind", "fileId", "isShown", "complete", "startedAt" FROM "Download"
        WHERE "visitId" = v."id" ORDER BY "startedAt" DESC LIMIT ${maxPerVisit + 1}) AS last) d
    LEFT JOIN "File" f ON f."id" = d."fileId"
    GROUP BY v."id", d."kind", d."fileId", f."name", d."isShown"
    ORDER BY max(d."startedAt") DESC, f."name"`;
  const byVisit = new Map<string, { downloads: ActivityDownload[]; moreDownloads: boolean }>();
  for (const one of found) {
    const { downloads, moreDownloads } = byVisit.get(one.visitId) ?? { downloads: [], moreDownloads: false };
    byVisit.set(one.visitId, {
      downloads: [...downloads, toDownload(one)],
      moreDownloads: moreDownloads || one.isCut,
    });
  }
  return byVisit;
}

export async function linkDownloads(db: PrismaClient, ids: string[]) {
  const rows = await db.download.findMany({
    where: { id: { in: ids } },
    include: { file: { select: { name: true } } },
  });
  return rows.map(({ id, address, recipientId, file, complete, startedAt, ...row }) => ({
    id,
    address,
    recipientId,
    download: toDownload({ ...row, name: file?.name ?? null, whole: complete, times: 1, at: startedAt }),
  }));
}

const toDownload = ({
  kind,
  fileId,
  name,
  isShown,
  whole,
  times,
  at,
}: Omit<VisitDownloadRow, 'visitId' | 'isCut'>): ActivityDownload => ({
  kind,
  file: fileId,
  name,
  shown: isShown,
  whole,
  times,
  at: at.getTime(),
});
