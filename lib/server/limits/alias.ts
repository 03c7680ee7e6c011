import 'server-only';
import type { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { leftOf } from './attempt';
import { countUp } from './counter';
import { noteLimitHit } from './note-hit';
import { aliasLimits } from './policy';
import { tooMany } from './too-many';

/** Counters are 32 bits wide: counted in these, they reach for 2 TB a day. */
const unitBytes = 1024;

type Coming = { bytes: number; files: number };

const keyOfBytes = (aliasId: string) => `aliasBytes:${aliasId}`;
const keyOfFiles = (shareId: string) => `aliasFiles:${shareId}`;
const mostUnits = ({ config }: Context) => Math.floor(config.MAX_ALIAS_BYTES / unitBytes);

/**
 * Bounds what comes in through an alias: the files of one share, and the bytes of a day. Declared sizes count from the
 * announcement on; what is refused doesn't.
 * @throws limit.alias
 */
export async function checkAlias(ctx: Context, shareId: string, { bytes, files }: Coming): Promise<void> {
  if (!ctx.alias || !ctx.config.RATE_LIMITS) return;
  const counted = Math.max(bytes, files * aliasLimits.leastFileBytes);
  const units = { key: keyOfBytes(ctx.alias.id), by: Math.ceil(counted / unitBytes) };
  await take(ctx, units, mostUnits(ctx));
  const { MAX_ALIAS_FILES } = ctx.config;
  if (MAX_ALIAS_FILES === 0) return;
  await take(ctx, { key: keyOfFiles(shareId), by: files }, MAX_ALIAS_FILES).catch(async (error: unknown) => {
    await count(ctx, { ...units, by: -units.by });
    throw error;
  });
}

/** What may still come, for requests that don't say beforehand how much they bring. @param shareId null for a new one */
export async function aliasRoom(ctx: Context, shareId: string | null): Promise<Coming> {
  const { alias, config } = ctx;
  const room = { bytes: Number.POSITIVE_INFINITY, files: Number.POSITIVE_INFINITY };
  if (!alias || !config.RATE_LIMITS) return room;
  const usedOf = (key: string) => count(ctx, { key, by: 0 });
  room.bytes = (mostUnits(ctx) - (await usedOf(keyOfBytes(alias.id)))) * unitBytes;
  if (config.MAX_ALIAS_FILES > 0) {
    room.files = config.MAX_ALIAS_FILES - (shareId ? await usedOf(keyOfFiles(shareId)) : 0);
  }
  return room;
}

/** What is said to whoever brings more. */
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
