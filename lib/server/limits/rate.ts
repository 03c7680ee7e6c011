import 'server-only';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { clientKey } from './client-key';
import { noteLimitHit } from './note-hit';
import { rates } from './policy';
import { tooMany } from './too-many';

type Bucket = { tokens: number; filledAt: number };

const buckets = new BoundedMap<string, Bucket>(20_000);

/**
 * Bounds how fast JSON calls come, for each session, or for each client that has none. In this node's memory:
 * several nodes allow several times as much, which is what several nodes are for. Uploads and downloads are not
 * counted: ten thousand parts of an upload and a page full of previews are one person's ordinary work, each request
 * is checked by the gate anyway, and what they cost is bandwidth, which a count of requests says nothing about.
 * @throws limit.requests
 */
export function checkRate(ctx: Context): void {
  const { viewer } = ctx;
  if (viewer) take(ctx, { key: `s:${viewer.sessionId}`, rate: rates.session, limit: 'sessionRate' });
  else take(ctx, { key: `c:${clientKey(ctx.client.address)}`, rate: rates.client, limit: 'clientRate' });
}

/** The same for pages, by the client alone: it is asked before anybody looks whose session it is. @throws limit.requests */
export const checkPageRate = (ctx: Context): void =>
  take(ctx, { key: `p:${clientKey(ctx.client.address)}`, rate: rates.page, limit: 'pageRate' });

type Rate = { perSecond: number; burst: number };

function take(ctx: Context, { key, rate, limit }: { key: string; rate: Rate; limit: string }): void {
  if (!ctx.config.RATE_LIMITS) return;
  const bucket = bucketOf(key, rate, ctx.now.getTime());
  if (bucket.tokens >= 1) {
    bucket.tokens -= 1;
    return;
  }
  void noteLimitHit(ctx, limit);
  throw tooMany('limit.requests', ((1 - bucket.tokens) / rate.perSecond) * 1000);
}

function bucketOf(key: string, { perSecond, burst }: Rate, nowMs: number): Bucket {
  const bucket = buckets.get(key) ?? { tokens: burst, filledAt: nowMs };
  const seconds = Math.max(0, nowMs - bucket.filledAt) / 1000;
  bucket.tokens = Math.min(burst, bucket.tokens + seconds * perSecond);
  bucket.filledAt = Math.max(bucket.filledAt, nowMs);
  buckets.set(key, bucket);
  return bucket;
}
