import 'server-only';
import type { Context } from '@/lib/server/context';
import { leftOf } from './attempt';
import { countUp } from './counter';
import { noteLimitHit } from './note-hit';
import { aliasLimits } from './policy';
import { tooMany } from './too-many';

/** Counters are 32 bits wide: counted in these, they reach for 2 TB a day. */
const unitBytes = 1024;

/**
 * Bounds what comes in through an alias: the files of one share, and the bytes of a day. A declared size counts from
 * the announcement on; what is refused doesn't.
 * @throws limit.alias
 */
export async function checkAlias(ctx: Context, shareId: string, sizeBytes: number): Promise<void> {
  if (!ctx.alias || !ctx.config.RATE_LIMITS) return;
  const bytes = { key: `aliasBytes:${ctx.alias.id}`, by: Math.ceil(sizeBytes / unitBytes) };
  await take(ctx, bytes, Math.floor(ctx.config.MAX_ALIAS_BYTES / unitBytes));
  await take(ctx, { key: `aliasFiles:${shareId}`, by: 1 }, aliasLimits.filesPerShare);
}

async function take(ctx: Context, { key, by }: { key: string; by: number }, max: number): Promise<void> {
  const { windowMs } = aliasLimits;
  const count = await countUp(ctx.db, { key, windowMs, by, now: ctx.now });
  if (count <= max) return;
  await countUp(ctx.db, { key, windowMs, by: -by, now: ctx.now });
  await noteLimitHit(ctx, key.split(':')[0] ?? key);
  throw tooMany('limit.alias', leftOf(ctx.now, windowMs));
}
