import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { executeDirect } from '@/lib/server/db/direct';
import { isRawMissingReference } from '@/lib/server/db/errors';
import { Prisma } from '@/lib/server/db/generated/client';
import type { JournalEvent } from '@/lib/server/journal/event';
import { record, recorded } from '@/lib/server/journal/record';
import { storedAddress } from '@/lib/server/services/activity/address';
import { tellPages } from '@/lib/server/tell-pages';

export type Download = {
  shareId: string;
  /** Null for an archive. */
  fileId: string | null;
  visitId: string | null;
  recipientId?: string | null;
  isLimited?: boolean;
  /** Set when the page displays the file itself, such as a player or a picture. */
  isShown?: boolean;
};

export type SentBytes = {
  sizeBytes: number;
  sentBytes: number;
  isWhole: boolean;
  isRange: boolean;
  hasEnd: boolean;
  startedAt: Date;
};

/** Ranges within this time are one download. */
const rangeJoinMs = 6 * 3600 * 1000;

/** Repeated downloads within this time are one, so that a loop cannot fill the database. */
const repeatMs = 60 * 1000;

/**
 * Records a download after its bytes were sent, in one statement. Ranges of one reader and file add up in one row, which
 * is complete once the file's size and last byte were sent.
 */
export async function recordDownload(ctx: Context, download: Download, sent: SentBytes): Promise<void> {
  const statement = recordStatement(ctx, download, sent);
  await executeDirect(ctx.db, statement).catch((error: unknown) => {
    if (!isRawMissingReference(error)) throw error;
    return executeDirect(ctx.db, statement); // the file was removed meanwhile; now it is recorded without one
  });
  tellPages(ctx, download.shareId);
}

function earlierDownload(
  ctx: Context,
  { shareId, fileId, visitId, isLimited = false, isShown = false }: Download,
  { isRange, startedAt }: Pick<SentBytes, 'isRange' | 'startedAt'>,
): Prisma.Sql {
  const joinMs = isRange || (isLimited && visitId !== null) ? rangeJoinMs : repeatMs;
  const [since, until] = [-joinMs, joinMs].map((ms) => new Date(startedAt.getTime() + ms));
  return Prisma.sql`
    SELECT "id", "complete" FROM "Download"
    WHERE ${isSameReader({ shareId, visitId, address: storedAddress(ctx) })} AND "startedAt" > ${since} AND "startedAt" < ${until}
      AND "kind" = ${kindOf(fileId)}::"DownloadKind" AND "fileId" IS NOT DISTINCT FROM ${fileId}
      AND "accountId" IS NOT DISTINCT FROM ${ctx.viewer?.id ?? null} AND "isShown" = ${isShown}
    ORDER BY "startedAt" DESC LIMIT 1`;
}

const kindOf = (fileId: string | null) => (fileId === null ? 'zip' : 'file');

function recordStatement(ctx: Context, download: Download, sent: SentBytes): Prisma.Sql {
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
  const fields = {
    shareId,
    ...(fileId !== null && { object: { type: 'file', id: fileId } as const }),
    details: { sizeBytes, ...(visitId !== null && { visit: visitId }) },
  };
  const payload = isCounted ? { file: fileId, kind } : null;
  const event: JournalEvent = isShown
    ? { event: 'file.view', ...fields }
    : { event: `download.${kind}`, ...fields, payload };
  return Prisma.sql`
    WITH earlier AS (${earlierDownload(ctx, download, sent)}),
    added AS (
      UPDATE "Download" d SET "sentBytes" = ${soFar}, "endedAt" = ${ctx.now},
        "hasEnd" = d."hasEnd" OR ${hasEnd},
        "complete" = d."complete" OR ${isComplete} OR (d."hasEnd" OR ${hasEnd}) AND ${soFar} >= ${sizeBytes}
      FROM earlier e WHERE d."id" = e."id"
      RETURNING d."shareId", d."complete", e."complete" AS "before"),
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
      RETURNING p."shareId", p."downloads"),
    first AS (SELECT "shareId" FROM counted WHERE "downloads" = 1),
    outcomes AS (
      SELECT "shareId", CASE WHEN "complete" OR ${isShown}::boolean THEN 'ok' ELSE 'partial' END AS "outcome" FROM begun
      UNION ALL SELECT "shareId", 'ok' FROM added WHERE "complete" AND NOT "before" AND NOT ${isShown}::boolean)
    ${recorded(ctx, [
      { event, source: Prisma.sql`outcomes`, outcome: Prisma.sql`"outcome"` },
      { event: { event: 'download.first', shareId }, source: Prisma.sql`first` },
      { event: { event: 'download.count', shareId }, source: Prisma.sql`counted` },
    ])}
    SELECT 1`;
}

/**
 * Separate conditions keep to an index: Download_visitId_startedAt_idx for visits, wherever their address changes, else
 * Download_shareId_address_startedAt_idx.
 */
function isSameReader({
  shareId,
  visitId,
  address,
}: Pick<Download, 'shareId' | 'visitId'> & { address: string | null }): Prisma.Sql {
  if (visitId !== null) return Prisma.sql`"visitId" = ${visitId}`;
  const isFrom = address === null ? Prisma.sql`"address" IS NULL` : Prisma.sql`"address" = ${address}`;
  return Prisma.sql`"shareId" = ${shareId} AND ${isFrom} AND "visitId" IS NULL`;
}

/**
 * Counts a download before its first byte goes out; the lock lets exactly as many begin as are left. A repeated or
 * resumed download counts once, as in the activity list.
 * @throws open.notFound when none is left
 */
export async function spendDownload(
  ctx: Context,
  download: Download,
  begun: Pick<SentBytes, 'isRange' | 'startedAt'>,
): Promise<void> {
  const { shareId } = download;
  await ctx.db.$transaction(async (tx) => {
    // Locks the share before its publication, in the same order as publishing.
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR KEY SHARE`;
    const [link] = await tx.$queryRaw<{ left: number }[]>`
      SELECT s."maxDownloads" - p."downloads" AS "left" FROM "Publication" p JOIN "Share" s ON s."id" = p."shareId"
      WHERE p."shareId" = ${shareId} AND s."maxDownloads" IS NOT NULL FOR UPDATE OF p`;
    if (!link) return;
    const earlier = await tx.$queryRaw<unknown[]>(earlierDownload(ctx, download, begun));
    if (earlier.length > 0) return;
    if (link.left <= 0) throw new AppError('open.notFound');
    const nothingYet = { ...begun, sizeBytes: 0, sentBytes: 0, isWhole: false, hasEnd: false };
    await tx.$executeRaw(recordStatement(ctx, download, nothingYet));
    if (link.left === 1) await recordLimitReached(ctx, tx, shareId);
  });
}

const recordLimitReached = (ctx: Context, tx: Prisma.TransactionClient, shareId: string): Promise<void> =>
  record(ctx, { event: 'limit.reached', shareId, activity: {}, payload: {} }, tx);
