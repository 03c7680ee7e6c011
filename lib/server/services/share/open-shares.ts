import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { aliasLimits } from '@/lib/server/limits/policy';
import { tooMany } from '@/lib/server/limits/too-many';

const patienceMs = 60_000;

/**
 * Bounds how many shares may stand empty behind one alias: those that got nothing within the last day. Holds the
 * alias' row until the transaction ends, so that many at once can't pass together.
 * @throws limit.alias
 */
export async function checkOpenShares(
  ctx: Context,
  tx: Prisma.TransactionClient,
  aliasId: string,
): Promise<void> {
  if (!ctx.config.RATE_LIMITS) return;
  await tx.$queryRaw`SELECT 1 FROM "Alias" WHERE "id" = ${aliasId} FOR NO KEY UPDATE`;
  const since = new Date(ctx.now.getTime() - aliasLimits.windowMs);
  const open = await tx.share.count({
    where: { aliasId, createdAt: { gt: since }, files: { none: { state: 'complete' } } },
  });
  if (open >= aliasLimits.openShares) throw tooMany('limit.alias', patienceMs);
}
