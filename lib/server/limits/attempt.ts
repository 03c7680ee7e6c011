import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/contract/errors';
import type { Context, UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { incrementCounter, recordLimitHit, tooMany, windowAt } from './counters';
import { type Limit, type LimitName, limits, waitMs } from './policy';

import 'server-only';

export type Counter = { limit: LimitName; of: readonly string[] };

type AttemptOptions = {
  /** True for errors that refuse an attempt; others give the attempt back. */
  countsAsTry?: (error: unknown) => boolean;
};

/**
 * Counts each attempt before its check, so concurrent ones can't exceed the limit. An attempt that fails for
 * technical reasons is given back.
 * @param check returns null for a wrong secret
 * @throws limit.attempts
 */
export async function attempt<T>(
  ctx: Context,
  counters: readonly Counter[],
  check: () => Promise<T | null>,
  { countsAsTry = () => false }: AttemptOptions = {},
): Promise<T | null> {
  if (!ctx.config.RATE_LIMITS) return check();
  await countTries(ctx, counters);
  try {
    const result = await check();
    if (result !== null) await Promise.all(counters.map((counter) => countSuccess(ctx, counter)));
    return result;
  } catch (error) {
    if (!countsAsTry(error)) await undoTries(ctx, counters);
    throw error;
  }
}

export async function forgetTries(ctx: Context, counter: Counter): Promise<void> {
  await ctx.db.rateLimit.deleteMany({ where: { key: keyOf(counter) } });
}

/**
 * Counts an attempt without a secret, such as opening an unknown link.
 * @param by 0 to take as long without counting
 * @throws limit.attempts
 */
export async function countTries(ctx: Context, counters: readonly Counter[], by: 0 | 1 = 1): Promise<void> {
  if (!ctx.config.RATE_LIMITS) return;
  const counts = await Promise.all(
    counters.map(async (counter) => ({ counter, tries: await addToCounter(ctx, counter, by) })),
  );
  for (const { counter, tries } of counts) {
    const { max, beyond, windowMs } = limits[counter.limit];
    if (by > 0 && tries === max + 1) await recordLimitHit(ctx, counter.limit);
    if (tries > max && beyond === 'refuse') throw tooMany('limit.attempts', windowLeftMs(ctx.now, windowMs));
  }
  const wait = Math.max(...counts.map(({ counter, tries }) => waitFor(limits[counter.limit], tries)));
  if (wait > 0) await sleep(wait);
}

/** Counts an attempt that is left undone, without an answer, beyond the limit. */
export const isBelowLimit = (ctx: Context, counter: Counter): Promise<boolean> =>
  countTries(ctx, [counter]).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );

type ManyTries = { limit: LimitName; of: readonly string[] };

/**
 * Counts one for each, however many, in one statement. A transaction that is rolled back has counted none.
 * @returns those that are beyond the limit
 */
export async function countMany(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { limit, of }: ManyTries,
): Promise<Set<string>> {
  if (!ctx.config.RATE_LIMITS) return new Set();
  const { max, windowMs } = limits[limit];
  const keys = of.map((one) => keyOf({ limit, of: [one] }));
  const full = await tx.$queryRaw<{ key: string }[]>`
    WITH counted AS (
      INSERT INTO "RateLimit" AS r ("key", "windowAt", "count")
      SELECT k, ${windowAt(ctx.now, windowMs)}, count(*) FROM unnest(${keys}::text[]) k GROUP BY k ORDER BY k
      ON CONFLICT ("key", "windowAt") DO UPDATE SET "count" = r."count" + excluded."count"
      RETURNING "key", "count")
    SELECT "key" FROM counted WHERE "count" > ${max}`;
  if (full.length > 0) await recordLimitHit(ctx, limit);
  const beyond = new Set(full.map(({ key }) => key));
  return new Set(of.filter((_, nth) => beyond.has(keys[nth] ?? '')));
}

export const windowLeftMs = (now: Date, windowMs: number): number =>
  windowAt(now, windowMs).getTime() + windowMs - now.getTime();

function waitFor(limit: Limit, tries: number): number {
  if (limit.slows) return waitMs(tries);
  return limit.beyond === 'slow' ? waitMs(tries - limit.max + 1) : 0;
}

const addToCounter = (ctx: Context, counter: Counter, by: number): Promise<number> =>
  incrementCounter(ctx.db, {
    key: keyOf(counter),
    windowMs: limits[counter.limit].windowMs,
    by,
    now: ctx.now,
  });

export const undoTries = (ctx: Context, counters: readonly Counter[]): Promise<unknown> =>
  Promise.all(counters.map((counter) => addToCounter(ctx, counter, -1))).catch(() => undefined);

async function countSuccess(ctx: Context, counter: Counter): Promise<void> {
  const { onSuccess } = limits[counter.limit];
  if (onSuccess === 'takeBack') await addToCounter(ctx, counter, -1);
  if (onSuccess === 'forget') await forgetTries(ctx, counter);
}

/** Hashed to bound its length and to keep no record of who tried what. */
export const keyOf = ({ limit, of }: Counter): string =>
  `${limit}:${createHash('sha256').update(of.join('\0')).digest('base64url').slice(0, 32)}`;

import 'server-only';

export const countChosenId = (ctx: UserContext): Promise<void> =>
  countTries(ctx, [{ limit: 'chosenId', of: [ctx.viewer.id] }]);
