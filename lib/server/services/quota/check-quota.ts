import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { fitsQuota, type QuotaDemand } from './quota-sql';
import { quotaRefusal } from './usage';

/** Runs under `lockShareAndQuota`. @throws upload.quotaBytes, upload.roomHeld, upload.quotaFiles, upload.inboxFull */
export async function checkQuota(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { shareId, need }: { shareId: string; need: QuotaDemand },
): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`SELECT 1 WHERE ${fitsQuota(ctx.config, shareId, need)}`;
  if (rows.length > 0) return;
  const { ownerId } = await tx.share.findUniqueOrThrow({
    where: { id: shareId },
    select: { ownerId: true },
  });
  throw (await quotaRefusal(ctx, ownerId, need)) ?? new AppError('upload.inboxFull');
}
