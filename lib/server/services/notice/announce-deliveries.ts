import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { hasArrived } from '@/lib/server/db/file-rows';
import { formOf } from '@/lib/server/services/delivery/form-row';
import { notifyReceivers } from './notify-receivers';
import { queueReceipt } from './receipt-mail';

/** After so long a sender's page has told by itself, or is closed. */
export const endedMs = 15 * 60_000;
const stalledMs = 3_600_000;
const maxAgeMs = 7 * 24 * 3_600_000;
const batchSize = 500;

/**
 * Announces deliveries whose senders closed the page before it could: once nothing has arrived for 15 minutes, or for
 * an hour if files are unfinished. Albums have no end. Index: Share_unannounced_idx.
 */
export async function announceDeliveries(ctx: Context): Promise<number> {
  let announced = 0;
  for (const id of await findUnannounced(ctx)) announced += await announceDelivery(ctx, id);
  return announced;
}

async function findUnannounced({ db, now }: Context): Promise<string[]> {
  const before = (ms: number) => new Date(now.getTime() - ms);
  const rows = await db.$queryRaw<{ id: string }[]>`
    SELECT s."id" FROM "Share" s
    WHERE s."aliasId" IS NOT NULL AND s."notifiedAt" IS NULL AND s."blockedAt" IS NULL
      AND s."createdAt" > ${before(maxAgeMs)} AND s."createdAt" <= ${before(endedMs)}
      AND (s."fileCount" = 0 AND s."description" <> ''
        OR EXISTS (SELECT FROM "File" f WHERE f."shareId" = s."id" AND ${hasArrived}))
      AND NOT EXISTS (SELECT FROM "File" f LEFT JOIN "Upload" u ON u."fileId" = f."id"
        WHERE f."shareId" = s."id" AND greatest(f."createdAt", f."completedAt", u."updatedAt")
          > CASE WHEN ${hasArrived} THEN ${before(endedMs)}::timestamptz ELSE ${before(stalledMs)}::timestamptz END)
      AND NOT EXISTS (SELECT FROM "Alias" a WHERE a."albumId" = s."id")
    ORDER BY s."createdAt" LIMIT ${batchSize}`;
  return rows.map(({ id }) => id);
}

/** Without mail, receivers or allowance left, nobody is told later either. After other errors the next run tries again. */
async function announceDelivery(ctx: Context, shareId: string): Promise<number> {
  const { db, now, log } = ctx;
  const through = await db.alias.findFirst({
    where: { shares: { some: { id: shareId } } },
    select: { id: true, ownerId: true, validityMs: true, form: true },
  });
  if (!through) return 0;
  const { id, ownerId, validityMs, form } = through;
  const alias = { id, ownerId, validityMs: Number(validityMs), form: form && formOf(form) };
  try {
    await queueReceipt({ ...ctx, alias }, { shareId, languages: [] });
    await notifyReceivers({ ...ctx, alias }, { shareId });
    return 1;
  } catch (error) {
    if (error instanceof AppError)
      await db.share.updateMany({ where: { id: shareId, notifiedAt: null }, data: { notifiedAt: now } });
    else log.error({ err: error, shareId }, 'a delivery could not be announced');
    return 0;
  }
}
