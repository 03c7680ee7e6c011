import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { clientKey, recordLimitHit, tooMany } from './counters';
import { rates } from './policy';

type TokenBucket = { tokens: number; filledAt: number };

const buckets = new BoundedMap<string, TokenBucket>(20_000);

/**
 * Limits JSON calls per session or client, in each node's memory. Excludes uploads and downloads, which one
 * person makes by the thousand.
 * @throws limit.requests
 */
export function checkRate(ctx: Context): void {
  const { viewer } = ctx;
  if (viewer) takeToken(ctx, { key: `s:${viewer.sessionId}`, rate: rates.session, limit: 'sessionRate' });
  else takeToken(ctx, { key: `c:${clientKey(ctx.client.address)}`, rate: rates.client, limit: 'clientRate' });
}

/** Per client only, because it runs before the session is read. @throws limit.requests */
export const checkPageRate = (ctx: Context): void =>
  takeToken(ctx, { key: `p:${clientKey(ctx.client.address)}`, rate: rates.page, limit: 'pageRate' });

type TokenRate = { perSecond: number; burst: number };

function takeToken(
  ctx: Context,
  { key, rate, limit }: { key: string; rate: TokenRate; limit: string },
): void {
  if (!ctx.config.RATE_LIMITS) return;
  const bucket = bucketOf(key, rate, ctx.now.getTime());
  if (bucket.tokens >= 1) {
    bucket.tokens -= 1;
    return;
  }
  void recordLimitHit(ctx, limit);
  throw tooMany('limit.requests', ((1 - bucket.tokens) / rate.perSecond) * 1000);
}

function bucketOf(key: string, { perSecond, burst }: TokenRate, nowMs: number): TokenBucket {
  const bucket = buckets.get(key) ?? { tokens: burst, filledAt: nowMs };
  const seconds = Math.max(0, nowMs - bucket.filledAt) / 1000;
  bucket.tokens = Math.min(burst, bucket.tokens + seconds * perSecond);
  bucket.filledAt = Math.max(bucket.filledAt, nowMs);
  buckets.set(key, bucket);
  return bucket;
}
