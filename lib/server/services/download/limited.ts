import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { notifyOwnerSql } from '@/lib/server/services/notice/tell-owner';
import { type Download, earlierDownload, recordStatement, type SentBytes } from './record';

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

const recordLimitReached = (ctx: Context, tx: Prisma.TransactionClient, shareId: string) => tx.$executeRaw`
  WITH spent AS (SELECT ${shareId}::text AS "shareId", true AS "isTold")${notifyOwnerSql(ctx, 'limitReached', Prisma.sql`spent`)}
  INSERT INTO "ShareEvent" ("shareId", "at", "kind", "details") SELECT "shareId", ${ctx.now}, 'limitReached', '{}' FROM spent`;
