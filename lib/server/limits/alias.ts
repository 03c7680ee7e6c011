import 'server-only';
import type { AppError } from '@/lib/contract/errors';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { whereArrived } from '@/lib/server/db/file-rows';
import type { Prisma } from '@/lib/server/db/generated/client';
import { windowLeftMs } from './attempt';
import { clientKey, incrementCounter, recordLimitHit, tooMany, windowAt } from './counters';
import { aliasLimits } from './policy';

type DeliverySize = { bytes: number; files: number };

const keyOfBytes = (aliasId: string) => `aliasBytes:${aliasId}`;
const keyOfFiles = (shareId: string) => `aliasFiles:${shareId}`;

/**
 * Limits the files of a share and an alias' bytes per day. Counts declared sizes at creation; refused ones
 * don't count.
 * @throws limit.alias
 */
export async function checkAlias(
  ctx: Context,
  shareId: string,
  { bytes, files }: DeliverySize,
): Promise<void> {
  if (!ctx.alias || !ctx.config.RATE_LIMITS) return;
  const { MAX_ALIAS_BYTES, MAX_ALIAS_FILES } = ctx.config;
  const ofDay = { key: keyOfBytes(ctx.alias.id), by: Math.max(bytes, files * aliasLimits.leastFileBytes) };
  await countWithin(ctx, ofDay, MAX_ALIAS_BYTES);
  if (MAX_ALIAS_FILES === 0) return;
  await countWithin(ctx, { key: keyOfFiles(shareId), by: files }, MAX_ALIAS_FILES).catch(
    async (error: unknown) => {
      await count(ctx, { ...ofDay, by: -ofDay.by });
      throw error;
    },
  );
}

type DeclaredUpload = { aliasId: string | null; sizeBytes: number; arrivedBytes: number; createdAt: Date };

export async function refundAlias(
  tx: Prisma.TransactionClient,
  { aliasId, sizeBytes, arrivedBytes, createdAt }: DeclaredUpload,
): Promise<void> {
  const missing =
    arrivedBytes > 0 ? sizeBytes - arrivedBytes : Math.max(sizeBytes, aliasLimits.leastFileBytes);
  if (aliasId === null || missing <= 0) return;
  await tx.$executeRaw`
    UPDATE "RateLimit" SET "count" = greatest(0, "count" - ${missing}::bigint)
    WHERE "key" = ${keyOfBytes(aliasId)} AND "windowAt" = ${windowAt(createdAt, aliasLimits.windowMs)}`;
}

/** Remaining allowance, for requests without a declared size. @param shareId null for a new share */
export async function aliasAllowance(ctx: Context, shareId: string | null): Promise<DeliverySize> {
  const { alias, config } = ctx;
  const left = { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY };
  if (!alias || !config.RATE_LIMITS) return left;
  const usedOf = (key: string) => count(ctx, { key, by: 0 });
  left.bytes = config.MAX_ALIAS_BYTES - (await usedOf(keyOfBytes(alias.id)));
  if (config.MAX_ALIAS_FILES > 0) {
    left.files = config.MAX_ALIAS_FILES - (shareId ? await usedOf(keyOfFiles(shareId)) : 0);
  }
  return left;
}

export const aliasRefusal = (ctx: Context): AppError =>
  tooMany('limit.alias', windowLeftMs(ctx.now, aliasLimits.windowMs));

type Increment = { key: string; by: number };

const count = ({ db, now }: Context, counter: Increment): Promise<number> =>
  incrementCounter(db, { ...counter, windowMs: aliasLimits.windowMs, now });

async function countWithin(ctx: Context, { key, by }: Increment, max: number): Promise<void> {
  if ((await count(ctx, { key, by })) <= max) return;
  await count(ctx, { key, by: -by });
  await recordLimitHit(ctx, key.split(':')[0] ?? key);
  throw aliasRefusal(ctx);
}

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
