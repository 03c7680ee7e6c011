import 'server-only';
import type { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { leftOf } from './attempt';
import { countUp, windowAt } from './counter';
import { noteLimitHit } from './note-hit';
import { aliasLimits } from './policy';
import { tooMany } from './too-many';

type Coming = { bytes: number; files: number };

const keyOfBytes = (aliasId: string) => `aliasBytes:${aliasId}`;
const keyOfFiles = (shareId: string) => `aliasFiles:${shareId}`;

/**
 * Limits deliveries through an alias: the files of one share, and the bytes of a day. Declared sizes count from the
 * creation on; what is refused doesn't.
 * @throws limit.alias
 */
export async function checkAlias(ctx: Context, shareId: string, { bytes, files }: Coming): Promise<void> {
  if (!ctx.alias || !ctx.config.RATE_LIMITS) return;
  const { MAX_ALIAS_BYTES, MAX_ALIAS_FILES } = ctx.config;
  const ofDay = { key: keyOfBytes(ctx.alias.id), by: Math.max(bytes, files * aliasLimits.leastFileBytes) };
  await take(ctx, ofDay, MAX_ALIAS_BYTES);
  if (MAX_ALIAS_FILES === 0) return;
  await take(ctx, { key: keyOfFiles(shareId), by: files }, MAX_ALIAS_FILES).catch(async (error: unknown) => {
    await count(ctx, { ...ofDay, by: -ofDay.by });
    throw error;
  });
}

type Declared = { aliasId: string | null; sizeBytes: number; arrivedBytes: number; createdAt: Date };

/** Takes back what was declared through an alias and never came; what has arrived goes on counting. */
export async function giveBackToAlias(
  tx: Prisma.TransactionClient,
  { aliasId, sizeBytes, arrivedBytes, createdAt }: Declared,
): Promise<void> {
  const missing =
    arrivedBytes > 0 ? sizeBytes - arrivedBytes : Math.max(sizeBytes, aliasLimits.leastFileBytes);
  if (aliasId === null || missing <= 0) return;
  await tx.$executeRaw`
    UPDATE "RateLimit" SET "count" = greatest(0, "count" - ${missing}::bigint)
    WHERE "key" = ${keyOfBytes(aliasId)} AND "windowAt" = ${windowAt(createdAt, aliasLimits.windowMs)}`;
}

/** What may still come, for requests that don't declare their size. @param shareId null for a new one */
export async function aliasRoom(ctx: Context, shareId: string | null): Promise<Coming> {
  const { alias, config } = ctx;
  const room = { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY };
  if (!alias || !config.RATE_LIMITS) return room;
  const usedOf = (key: string) => count(ctx, { key, by: 0 });
  room.bytes = config.MAX_ALIAS_BYTES - (await usedOf(keyOfBytes(alias.id)));
  if (config.MAX_ALIAS_FILES > 0) {
    room.files = config.MAX_ALIAS_FILES - (shareId ? await usedOf(keyOfFiles(shareId)) : 0);
  }
  return room;
}

/** The refusal of more than that. */
export const aliasRefusal = (ctx: Context): AppError =>
  tooMany('limit.alias', leftOf(ctx.now, aliasLimits.windowMs));

type Counted = { key: string; by: number };

const count = ({ db, now }: Context, counted: Counted): Promise<number> =>
  countUp(db, { ...counted, windowMs: aliasLimits.windowMs, now });

async function take(ctx: Context, { key, by }: Counted, max: number): Promise<void> {
  if ((await count(ctx, { key, by })) <= max) return;
  await count(ctx, { key, by: -by });
  await noteLimitHit(ctx, key.split(':')[0] ?? key);
  throw aliasRefusal(ctx);
}
