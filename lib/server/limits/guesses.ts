import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { Ident } from '@/lib/contract/fields';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { isFirstInAWhile, record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { countTries, windowLeftMs } from './attempt';
import { clientKey, tooMany } from './counters';
import { limits } from './policy';

/** Clients over the limit, whose requests for existing IDs are refused as well; by a clock that nobody sets. */
const blockedUntil = new BoundedMap<string, number>(10_000);

/**
 * Runs before each lookup, without a query: only misses are counted in the database (`recordMiss`).
 * @throws limit.attempts
 */
export function checkGuesser(ctx: Context): void {
  if (!ctx.config.RATE_LIMITS) return;
  const left = (blockedUntil.get(clientKey(ctx.client.address)) ?? 0) - performance.now();
  if (left > 0) throw tooMany('limit.attempts', left);
}

/** @param by 0 for what existed once: it is no guess, but its refusal takes as long. @throws limit.attempts */
export async function recordMiss(ctx: Context, by: 0 | 1 = 1): Promise<void> {
  const client = clientKey(ctx.client.address);
  try {
    await countTries(ctx, [{ limit: 'unknownId', of: [client] }], by);
  } catch (error) {
    blockedUntil.set(client, performance.now() + windowLeftMs(ctx.now, limits.unknownId.windowMs));
    throw error;
  }
}

/** For pages, which treat all links as dead for a client over the limit. */
export function nullForGuessers(error: unknown): null {
  if (error instanceof AppError && error.code === 'limit.attempts') return null;
  throw error;
}

/** Once per client in a while, because tokens expire and sleeping tabs send old ones all day. */
export async function recordRefusedToken(ctx: Context): Promise<void> {
  if (!isFirstInAWhile(ctx.now, `token:${clientKey(ctx.client.address)}`)) return;
  recordAuthFail(ctx, { kind: 'token', reason: 'not_valid' });
  await record(ctx, { event: 'token.refused', outcome: 'refused' });
}

export async function recordUnknownAlias(ctx: Context, given: string | null): Promise<void> {
  const { data: id } = Ident.safeParse(given);
  if (id && (await ctx.db.alias.count({ where: { id } })) > 0) return recordMiss(ctx, 0);
  recordAuthFail(ctx, { kind: 'alias_unknown', reason: 'no_such_alias', account: redactedId(given ?? '') });
  await recordMiss(ctx);
}
