import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { whereArrived } from '@/lib/server/db/file-rows';
import type { Prisma } from '@/lib/server/db/generated/client';
import { clientKey } from './counter-keys';
import { tooMany } from './limit-hit';
import { aliasLimits } from './policy';

const sharesByClient = new BoundedMap<string, string[]>(5_000);
const maxRemembered = 4 * aliasLimits.emptySharesOfClient;

const keyOf = (ctx: Context, aliasId: string) => `${aliasId} ${clientKey(ctx.client.address)}`;

/**
 * Limits the shares per alias and day, and the empty ones, per client before all clients, so that one client
 * can't block others. Locks the alias row for the transaction.
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
  const recent = { aliasId, createdAt: { gt: since } };
  const empty = { ...recent, files: { none: whereArrived } };
  const own = sharesByClient.get(keyOf(ctx, aliasId)) ?? [];
  await refuseBeyond(ctx, tx, { ...empty, id: { in: own } }, aliasLimits.emptySharesOfClient);
  await refuseBeyond(ctx, tx, empty, aliasLimits.emptyShares);
  await refuseBeyond(ctx, tx, recent, aliasLimits.shares);
  sharesByClient.set(keyOf(ctx, aliasId), [...own, shareId].slice(-maxRemembered));
}

async function refuseBeyond(
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
