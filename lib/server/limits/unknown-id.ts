import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { countTries, leftOf } from './attempt';
import { clientKey } from './client-key';
import { limits } from './policy';
import { tooMany } from './too-many';

/** Clients that this node knows to be over the limit, so that their hits are refused like their misses. */
const stopped = new BoundedMap<string, number>(10_000);

/**
 * Asked before a link or an alias is looked up. It costs nothing: only misses are counted in the database (`missed`),
 * and who has too many of them is remembered here.
 * @throws limit.attempts
 */
export function checkGuesser(ctx: Context): void {
  if (!ctx.config.RATE_LIMITS) return;
  const until = stopped.get(clientKey(ctx.client.address)) ?? 0;
  const left = until - ctx.now.getTime();
  if (left > 0 && left <= limits.unknownId.windowMs) throw tooMany('limit.attempts', left);
}

/** Counts an id that leads nowhere. @throws limit.attempts */
export async function missed(ctx: Context): Promise<void> {
  const client = clientKey(ctx.client.address);
  try {
    await countTries(ctx, [{ limit: 'unknownId', of: [client] }]);
  } catch (error) {
    stopped.set(client, ctx.now.getTime() + leftOf(ctx.now, limits.unknownId.windowMs));
    throw error;
  }
}

/** For pages, which can't answer with that status: a client that guesses too much finds every link and alias dead. */
export function nothingForGuessers(error: unknown): null {
  if (error instanceof AppError && error.code === 'limit.attempts') return null;
  throw error;
}
