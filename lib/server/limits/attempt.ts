import 'server-only';
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '@/lib/server/context';
import { countUp, windowAt } from './counter';
import { noteLimitHit } from './note-hit';
import { type Limit, type LimitName, limits, waitMs } from './policy';
import { tooMany } from './too-many';

/** One counter that a try counts on: the limit, and what it is counted for. */
export type Counter = { limit: LimitName; of: readonly string[] };

type Terms = {
  /** Tells errors by which a try was refused, which counts, from those by which it came to nothing. */
  countsAsTry?: (error: unknown) => boolean;
};

/**
 * Lets a secret be tried. Every try is counted before it is checked, so a hundred at once count as a hundred; beyond
 * the limit they are refused unchecked. A try that came to nothing (the server was busy) is taken back.
 * @param check answers null for a wrong secret
 * @throws limit.attempts
 */
export async function attempt<T>(
  ctx: Context,
  counters: readonly Counter[],
  check: () => Promise<T | null>,
  { countsAsTry = () => false }: Terms = {},
): Promise<T | null> {
  if (!ctx.config.RATE_LIMITS) return check();
  await countTries(ctx, counters);
  try {
    const result = await check();
    if (result !== null) await Promise.all(counters.map((counter) => succeed(ctx, counter)));
    return result;
  } catch (error) {
    if (!countsAsTry(error)) await takeBack(ctx, counters);
    throw error;
  }
}

/** What a right answer does to the tries before it, for who has shown that they know it. */
export async function forgetTries(ctx: Context, counter: Counter): Promise<void> {
  await ctx.db.rateLimit.deleteMany({ where: { key: keyOf(counter) } });
}

/** Counts a try that needs no secret to fail, such as a link that leads nowhere. @throws limit.attempts */
export async function countTries(ctx: Context, counters: readonly Counter[]): Promise<void> {
  if (!ctx.config.RATE_LIMITS) return;
  const counts = await Promise.all(
    counters.map(async (counter) => ({ counter, tries: await add(ctx, counter, 1) })),
  );
  for (const { counter, tries } of counts) {
    const { max, beyond, windowMs } = limits[counter.limit];
    if (tries === max + 1) await noteLimitHit(ctx, counter.limit);
    if (tries > max && beyond === 'refuse') throw tooMany('limit.attempts', leftOf(ctx.now, windowMs));
  }
  const wait = Math.max(...counts.map(({ counter, tries }) => waitFor(limits[counter.limit], tries)));
  if (wait > 0) await sleep(wait);
}

/** How long until a window ends. */
export const leftOf = (now: Date, windowMs: number): number =>
  windowAt(now, windowMs).getTime() + windowMs - now.getTime();

function waitFor(limit: Limit, tries: number): number {
  if (limit.slows) return waitMs(tries);
  return limit.beyond === 'slow' ? waitMs(tries - limit.max + 1) : 0;
}

const add = (ctx: Context, counter: Counter, by: number): Promise<number> =>
  countUp(ctx.db, { key: keyOf(counter), windowMs: limits[counter.limit].windowMs, by, now: ctx.now });

/** Tries that came to nothing. What went wrong first says more than a failure of this. */
export const takeBack = (ctx: Context, counters: readonly Counter[]): Promise<unknown> =>
  Promise.all(counters.map((counter) => add(ctx, counter, -1))).catch(() => undefined);

async function succeed(ctx: Context, counter: Counter): Promise<void> {
  const { onSuccess } = limits[counter.limit];
  if (onSuccess === 'takeBack') await add(ctx, counter, -1);
  if (onSuccess === 'forget') await forgetTries(ctx, counter);
}

/** Hashed, so its length is bounded and it is no record of who tried what. */
export const keyOf = ({ limit, of }: Counter): string =>
  `${limit}:${createHash('sha256').update(of.join('\0')).digest('base64url').slice(0, 32)}`;
