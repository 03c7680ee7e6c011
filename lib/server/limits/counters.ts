import 'server-only';
import { isIPv6 } from 'node:net';
import { AppError, type ErrorCode } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { isFirstInAWhile, record } from '@/lib/server/journal/record';
import { increment } from '@/lib/server/metrics';
import { plainAddress } from '@/lib/server/network-address';

/** Identifies a client by IPv4 address or IPv6 /64, because households control whole /64 networks. */
export function clientKey(address: string | null): string {
  if (address === null || address === '') return 'unknown';
  const plain = plainAddress(address);
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  );
}

/** Identifies a mailbox: most servers ignore case and what follows a "+". */
export function receiverKey(address: string): string {
  const key = address.toLowerCase();
  const at = key.lastIndexOf('@');
  return `${key.slice(0, at).split('+', 1)[0]}${key.slice(at)}`;
}

type CounterUpdate = { key: string; windowMs: number; by?: number; now: Date };

export const windowAt = (now: Date, windowMs: number): Date =>
  new Date(Math.floor(now.getTime() / windowMs) * windowMs);

/** Adds to a counter and returns its new value. Atomic: concurrent callers never get the same value. */
export async function incrementCounter(
  db: Prisma.TransactionClient,
  { key, windowMs, by = 1, now }: CounterUpdate,
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: bigint }[]>`
    INSERT INTO "RateLimit" AS r ("key", "windowAt", "count") VALUES (${key}, ${windowAt(now, windowMs)}, ${by})
    ON CONFLICT ("key", "windowAt") DO UPDATE SET "count" = r."count" + ${by}
    RETURNING "count"`;
  return Number(row?.count ?? by);
}

type LimitCode = Extract<ErrorCode, `limit.${string}`>;

export function tooMany(code: LimitCode, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const [unit, count] = seconds > 90 ? ['minutes', Math.ceil(seconds / 60)] : ['seconds', seconds];
  return new AppError(code, { seconds, unit, count });
}

export async function recordLimitHit(ctx: Context, limit: string): Promise<void> {
  increment('slipway_limit_hits_total', { limit });
  if (!isFirstInAWhile(ctx.now, `${limit}:${clientKey(ctx.client.address)}`)) return;
  ctx.log.warn({ event: 'limit.hit', limit, address: ctx.client.address }, 'too many');
  await record(ctx, {
    event: 'limit.hit',
    outcome: 'refused',
    details: { limit, client: clientKey(ctx.client.address) },
  });
}
