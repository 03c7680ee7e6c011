import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { clientKey } from './client-key';
import { aliasLimits } from './policy';
import { tooMany } from './too-many';

/** What each client has lately made through an alias. In this node's memory: no row says who sent a share. */
const madeBy = new BoundedMap<string, string[]>(5_000);
const mostRemembered = 4 * aliasLimits.emptySharesOfClient;

const keyOf = (ctx: Context, aliasId: string) => `${aliasId} ${clientKey(ctx.client.address)}`;

/**
 * Bounds how many shares may come in through one alias within a day, and how many of them may be empty: of one
 * client before those of all, so that nobody closes the alias for others alone. Holds the alias' row until the
 * transaction ends, so that many at once can't pass together.
 * @throws limit.alias
 */
export async function checkAliasShares(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { aliasId, shareId }: { aliasId: string; shareId: string },
): Promise<void> {
  if (!ctx.config.RATE_LIMITS) return;
  await tx.$queryRaw`SELECT 1 FROM "Alias" WHERE "id" = ${aliasId} FOR NO KEY UPDATE`;
  const since = new Date(ctx.now.getTime() - aliasLimits.windowMs);
  const lately = { aliasId, createdAt: { gt: since } };
  const empty = { ...lately, files: { none: { state: 'complete' as const } } };
  const own = madeBy.get(keyOf(ctx, aliasId)) ?? [];
  await refuseFrom(ctx, tx, { ...empty, id: { in: own } }, aliasLimits.emptySharesOfClient);
  await refuseFrom(ctx, tx, empty, aliasLimits.emptyShares);
  await refuseFrom(ctx, tx, lately, aliasLimits.shares);
  madeBy.set(keyOf(ctx, aliasId), [...own, shareId].slice(-mostRemembered));
}

/** Refuses what would be one more than `most`, until the oldest of the latest `most` is a day old. */
async function refuseFrom(
  ctx: Context,
  tx: Prisma.TransactionClient,
  where: Prisma.ShareWhereInput,
  most: number,
): Promise<void> {
  const latest = { orderBy: { createdAt: 'desc' }, skip: most - 1, select: { createdAt: true } } as const;
  const oldest = await tx.share.findFirst({ where, ...latest });
  if (!oldest) return;
  throw tooMany('limit.alias', oldest.createdAt.getTime() + aliasLimits.windowMs - ctx.now.getTime());
}
