import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { aliasRefusal } from './alias';
import { aliasLimits } from './policy';
import { tooMany } from './too-many';

const patienceMs = 60_000;

/**
 * Bounds how many shares may come in through one alias within a day, and how many of them may stand empty. Holds the
 * alias' row until the transaction ends, so that many at once can't pass together.
 * @throws limit.alias
 */
export async function checkAliasShares(
  ctx: Context,
  tx: Prisma.TransactionClient,
  aliasId: string,
): Promise<void> {
  if (!ctx.config.RATE_LIMITS) return;
  await tx.$queryRaw`SELECT 1 FROM "Alias" WHERE "id" = ${aliasId} FOR NO KEY UPDATE`;
  const since = new Date(ctx.now.getTime() - aliasLimits.windowMs);
  const lately = { aliasId, createdAt: { gt: since } };
  if ((await tx.share.count({ where: lately, take: aliasLimits.shares })) >= aliasLimits.shares) {
    throw aliasRefusal(ctx);
  }
  const empty = await tx.share.count({
    where: { ...lately, files: { none: { state: 'complete' } } },
    take: aliasLimits.emptyShares,
  });
  if (empty >= aliasLimits.emptyShares) throw tooMany('limit.alias', patienceMs);
}
