import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { tellOwner } from '@/lib/server/services/notice/tell-owner';
import { type Download, earlierOf, recordOf } from './record';

type Begun = { isRange: boolean; startedAt: Date };

/**
 * Counts a download by a link that only gives so many, before its first byte goes out: exactly as many begin as are
 * left, however many ask at once, since each waits for the one before. What Activity counts once is counted once here:
 * who goes on with a download, or begins it again at once or in the same visit, needs no second one.
 * @throws open.notFound when none is left
 */
export async function spendDownload(ctx: Context, download: Download, begun: Begun): Promise<void> {
  const { shareId } = download;
  await ctx.db.$transaction(async (tx) => {
    // The share before its publication: the order in which publishing locks them.
    await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR KEY SHARE`;
    const [link] = await tx.$queryRaw<{ left: number }[]>`
      SELECT s."maxDownloads" - p."downloads" AS "left" FROM "Publication" p JOIN "Share" s ON s."id" = p."shareId"
      WHERE p."shareId" = ${shareId} AND s."maxDownloads" IS NOT NULL FOR UPDATE OF p`;
    if (!link) return;
    const earlier = await tx.$queryRaw<unknown[]>(earlierOf(ctx, download, begun));
    if (earlier.length > 0) return;
    if (link.left <= 0) throw new AppError('open.notFound');
    const nothingYet = { ...begun, sizeBytes: 0, sentBytes: 0, isWhole: false, hasEnd: false };
    await tx.$executeRaw(recordOf(ctx, download, nothingYet));
    if (link.left === 1) await noteEnd(ctx, tx, shareId);
  });
}

const noteEnd = (ctx: Context, tx: Prisma.TransactionClient, shareId: string) => tx.$executeRaw`
  WITH spent AS (SELECT ${shareId}::text AS "shareId", true AS "isTold")${tellOwner(ctx, 'limitReached', Prisma.sql`spent`)}
  INSERT INTO "ShareEvent" ("shareId", "at", "kind", "details") SELECT "shareId", ${ctx.now}, 'limitReached', '{}' FROM spent`;
