import 'server-only';
import type { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { windowLeftMs } from './attempt';
import { incrementCounter, windowAt } from './counter';
import { recordLimitHit, tooMany } from './limit-hit';
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
