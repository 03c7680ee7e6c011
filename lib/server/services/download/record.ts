import 'server-only';
import type { AuditEntry } from '@/lib/server/audit/audit';
import { auditInsert } from '@/lib/server/audit/insert';
import type { Context } from '@/lib/server/context';
import { isBareOrphan } from '@/lib/server/db/conflict';
import { changedBy } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';

/** Who took what. A visit is of a public link; whoever is signed in has none. */
export type Download = {
  shareId: string;
  /** Null for an archive. */
  fileId: string | null;
  visitId: string | null;
};

export type Sent = {
  sizeBytes: number;
  sentBytes: number;
  /** Every byte that was asked for has gone out. */
  isWhole: boolean;
  /** Only a range was asked for. */
  isRange: boolean;
  startedAt: Date;
};

/** Ranges that follow each other within this time are one download. */
const rangesMs = 6 * 3600 * 1000;

/** Who takes the same file again within this time has downloaded it once, or a loop would fill the database. */
const againMs = 60 * 1000;

/**
 * Records a download once its bytes are out. A player or a resumed download asks for many ranges: those of one reader
 * and one file add up in one row, which becomes complete when as many bytes as the file has were sent. One that begins
 * anew adds nothing, so two halves are no whole: it counts as far as the farthest came. One statement; the audit learns
 * of the beginning and of the completion, never of what comes between or after.
 */
export async function recordDownload(ctx: Context, download: Download, sent: Sent): Promise<void> {
  const { shareId, fileId, visitId } = download;
  const { sizeBytes, sentBytes, isRange, startedAt } = sent;
  const kind = fileId === null ? 'zip' : 'file';
  const isComplete = sent.isWhole && !isRange;
  const accountId = ctx.viewer?.id ?? null;
  const joinMs = isRange ? rangesMs : againMs;
  const [since, until] = [-joinMs, joinMs].map((ms) => new Date(startedAt.getTime() + ms));
  const soFar = isRange
    ? Prisma.sql`d."sentBytes" + ${sentBytes}::bigint`
    : Prisma.sql`greatest(d."sentBytes", ${sentBytes}::bigint)`;
  const entry: AuditEntry = {
    event: `download.${kind}`,
    shareId,
    ...(fileId !== null && { object: { type: 'file', id: fileId } }),
    details: { sizeBytes, ...(visitId !== null && { visit: visitId }) },
  };
  const statement = Prisma.sql`
    WITH earlier AS (
      SELECT "id", "complete" FROM "Download"
      WHERE "shareId" = ${shareId} AND "startedAt" > ${since} AND "startedAt" < ${until}
        AND "kind" = ${kind}::"DownloadKind" AND "fileId" IS NOT DISTINCT FROM ${fileId}
        AND "visitId" IS NOT DISTINCT FROM ${visitId} AND "accountId" IS NOT DISTINCT FROM ${accountId}
        AND ${isFrom(ctx.client.address)}
      ORDER BY "startedAt" DESC LIMIT 1),
    added AS (
      UPDATE "Download" d SET "sentBytes" = ${soFar}, "endedAt" = ${ctx.now},
        "complete" = d."complete" OR ${soFar} >= ${sizeBytes}
      FROM earlier e WHERE d."id" = e."id"
      RETURNING d."complete", e."complete" AS "before"),
    begun AS (
      INSERT INTO "Download" ("id", "shareId", "fileId", "visitId", "accountId", "kind", "sentBytes", "complete",
        "address", "startedAt", "endedAt")
      SELECT ${ctx.newId()}, s."id", f."id", v."id", ${accountId}, ${kind}::"DownloadKind", ${sentBytes},
        ${isComplete || sentBytes >= sizeBytes}::boolean, ${ctx.client.address}, ${startedAt}::timestamptz,
        ${ctx.now}::timestamptz
      FROM "Share" s LEFT JOIN "File" f ON f."id" = ${fileId} LEFT JOIN "Visit" v ON v."id" = ${visitId}
      WHERE s."id" = ${shareId} AND NOT EXISTS (SELECT 1 FROM earlier)
      RETURNING "complete"),
    told AS (
      SELECT CASE WHEN "complete" THEN 'ok' ELSE 'partial' END AS "outcome" FROM begun
      UNION ALL SELECT 'ok' FROM added WHERE "complete" AND NOT "before")
    ${auditInsert(ctx, entry, { source: Prisma.sql`told`, outcome: Prisma.sql`"outcome"` })}`;
  await changedBy(ctx.db, statement).catch((error: unknown) => {
    if (!isBareOrphan(error)) throw error;
    return changedBy(ctx.db, statement); // its file was removed meanwhile: the record is without one now
  });
}

/** Told apart, so that it is found by Download_shareId_address_startedAt_idx however many others there are. */
const isFrom = (address: string | null): Prisma.Sql =>
  address === null ? Prisma.sql`"address" IS NULL` : Prisma.sql`"address" = ${address}`;
