import 'server-only';
import type { AuditEntry } from '@/lib/server/audit/audit';
import { auditInsert } from '@/lib/server/audit/insert';
import type { Context } from '@/lib/server/context';
import { isRawMissingReference } from '@/lib/server/db/conflict';
import { executeDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { storedAddress } from '@/lib/server/services/activity/visitor-address';
import { tellOfAll, tellOwner } from '@/lib/server/services/notice/tell-owner';

/** Who took what. Visits belong to public links; signed-in people have none. */
export type Download = {
  shareId: string;
  /** Null for an archive. */
  fileId: string | null;
  visitId: string | null;
  /** Whose link it was. */
  recipientId?: string | null;
  /** The link only gives so many downloads. */
  isLimited?: boolean;
  /** The page of a link shows it, in a player or as a picture. */
  isShown?: boolean;
};

export type Sent = {
  sizeBytes: number;
  sentBytes: number;
  /** Every byte that was asked for has gone out. */
  isWhole: boolean;
  /** Only a range was asked for. */
  isRange: boolean;
  /** The last byte of all has gone out. */
  hasEnd: boolean;
  startedAt: Date;
};

/** Ranges that follow each other within this time are one download. */
const rangesMs = 6 * 3600 * 1000;

/** Who takes the same file again within this time has downloaded it once, or a loop would fill the database. */
const againMs = 60 * 1000;

/**
 * Records a download once its bytes are out. A player or a resumed download asks for many ranges: those of one reader
 * and one file add up in one row, which becomes complete when as many bytes as the file has were sent, the last one
 * among them. One that begins anew adds nothing, so two halves are no whole: it counts as far as the farthest came. One
 * statement, which also counts what visitors take; the audit learns of the beginning and of the completion, never of
 * those between or after. What is looked at is one thing from the beginning.
 */
export async function recordDownload(ctx: Context, download: Download, sent: Sent): Promise<void> {
  const statement = recordOf(ctx, download, sent);
  await executeDirect(ctx.db, statement).catch((error: unknown) => {
    if (!isRawMissingReference(error)) throw error;
    return executeDirect(ctx.db, statement); // its file was removed meanwhile: the record is without one now
  });
}

/** What the reader has had of it before, as far as this goes on with that. */
export function earlierOf(
  ctx: Context,
  { shareId, fileId, visitId, isLimited = false, isShown = false }: Download,
  { isRange, startedAt }: Pick<Sent, 'isRange' | 'startedAt'>,
): Prisma.Sql {
  const joinMs = isRange || (isLimited && visitId !== null) ? rangesMs : againMs;
  const [since, until] = [-joinMs, joinMs].map((ms) => new Date(startedAt.getTime() + ms));
  return Prisma.sql`
    SELECT "id", "complete" FROM "Download"
    WHERE ${isOf({ shareId, visitId, address: storedAddress(ctx) })} AND "startedAt" > ${since} AND "startedAt" < ${until}
      AND "kind" = ${kindOf(fileId)}::"DownloadKind" AND "fileId" IS NOT DISTINCT FROM ${fileId}
      AND "accountId" IS NOT DISTINCT FROM ${ctx.viewer?.id ?? null} AND "isShown" = ${isShown}
    ORDER BY "startedAt" DESC LIMIT 1`;
}

const kindOf = (fileId: string | null) => (fileId === null ? 'zip' : 'file');

/** The one statement. */
export function recordOf(ctx: Context, download: Download, sent: Sent): Prisma.Sql {
  const { shareId, fileId, visitId, recipientId = null, isShown = false } = download;
  const { sizeBytes, sentBytes, isRange, hasEnd, startedAt } = sent;
  const kind = kindOf(fileId);
  const isComplete = (sent.isWhole && !isRange) || (hasEnd && sentBytes >= sizeBytes);
  const address = storedAddress(ctx);
  const accountId = ctx.viewer?.id ?? null;
  const isCounted = accountId === null && !isShown;
  const soFar = isRange
    ? Prisma.sql`d."sentBytes" + ${sentBytes}::bigint`
    : Prisma.sql`greatest(d."sentBytes", ${sentBytes}::bigint)`;
  const entry: AuditEntry = {
    event: isShown ? 'file.view' : `download.${kind}`,
    shareId,
    ...(fileId !== null && { object: { type: 'file', id: fileId } }),
    details: { sizeBytes, ...(visitId !== null && { visit: visitId }) },
  };
  const counted = Prisma.sql`counted`;
  return Prisma.sql`
    WITH earlier AS (${earlierOf(ctx, download, sent)}),
    added AS (
      UPDATE "Download" d SET "sentBytes" = ${soFar}, "endedAt" = ${ctx.now},
        "hasEnd" = d."hasEnd" OR ${hasEnd},
        "complete" = d."complete" OR ${isComplete} OR (d."hasEnd" OR ${hasEnd}) AND ${soFar} >= ${sizeBytes}
      FROM earlier e WHERE d."id" = e."id"
      RETURNING d."complete", e."complete" AS "before"),
    share AS (
      SELECT "id" FROM "Share" WHERE "id" = ${shareId} AND NOT EXISTS (SELECT 1 FROM earlier) FOR KEY SHARE),
    begun AS (
      INSERT INTO "Download" ("id", "shareId", "fileId", "visitId", "accountId", "recipientId", "kind", "sentBytes", "complete",
        "hasEnd", "isShown", "address", "startedAt", "endedAt")
      SELECT ${ctx.newId()}, s."id", f."id", v."id", ${accountId}, ${recipientId}, ${kind}::"DownloadKind", ${sentBytes},
        ${isComplete}::boolean, ${hasEnd}::boolean, ${isShown}::boolean, ${address}, ${startedAt}::timestamptz,
        ${ctx.now}::timestamptz
      FROM share s LEFT JOIN "File" f ON f."id" = ${fileId} LEFT JOIN "Visit" v ON v."id" = ${visitId}
      RETURNING "shareId", "complete"),
    had AS (
      UPDATE "Recipient" r SET "downloads" = r."downloads" + 1
      FROM begun b WHERE r."id" = ${recipientId} AND r."shareId" = b."shareId" AND ${isCounted}::boolean),
    counted AS (
      UPDATE "Publication" p SET "downloads" = p."downloads" + 1
      FROM begun b WHERE p."shareId" = b."shareId" AND ${isCounted}::boolean
      RETURNING p."shareId", p."downloads", p."downloads" = 1 AS "isTold")
      ${tellOwner(ctx, 'firstDownload', counted)}${tellOfAll(ctx, counted)},
    told AS (
      SELECT CASE WHEN "complete" OR ${isShown}::boolean THEN 'ok' ELSE 'partial' END AS "outcome" FROM begun
      UNION ALL SELECT 'ok' FROM added WHERE "complete" AND NOT "before" AND NOT ${isShown}::boolean)
    ${auditInsert(ctx, entry, { source: Prisma.sql`told`, outcome: Prisma.sql`"outcome"` })}`;
}

type Reader = { shareId: string; visitId: string | null; address: string | null };

/**
 * Told apart, so that it is found by an index however many others there are: a visit's by Download_visitId_startedAt_idx,
 * wherever the visitor moves to meanwhile, all others by Download_shareId_address_startedAt_idx.
 */
function isOf({ shareId, visitId, address }: Reader): Prisma.Sql {
  if (visitId !== null) return Prisma.sql`"visitId" = ${visitId}`;
  const isFrom = address === null ? Prisma.sql`"address" IS NULL` : Prisma.sql`"address" = ${address}`;
  return Prisma.sql`"shareId" = ${shareId} AND ${isFrom} AND "visitId" IS NULL`;
}
