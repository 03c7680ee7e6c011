import { AppError, type ErrorCode } from '@/lib/contract/errors';
import { audit, isFirstInAWhile } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import { increment } from '@/lib/server/metrics';
import { clientKey } from './counter-keys';

import 'server-only';

type LimitCode = Extract<ErrorCode, `limit.${string}`>;

export function tooMany(code: LimitCode, waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const [unit, count] = seconds > 90 ? ['minutes', Math.ceil(seconds / 60)] : ['seconds', seconds];
  return new AppError(code, { seconds, unit, count });
}

import 'server-only';

export async function recordLimitHit(ctx: Context, limit: string): Promise<void> {
  increment('slipway_limit_hits_total', { limit });
  if (!isFirstInAWhile(ctx.now, `${limit}:${clientKey(ctx.client.address)}`)) return;
  ctx.log.warn({ event: 'limit.hit', limit, address: ctx.client.address }, 'too many');
  await audit(ctx, {
    event: 'limit.hit',
    outcome: 'refused',
    details: { limit, client: clientKey(ctx.client.address) },
  });
}
