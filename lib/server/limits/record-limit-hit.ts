import 'server-only';
import { audit } from '@/lib/server/audit/audit';
import { isFirstInAWhile } from '@/lib/server/audit/first-in-a-while';
import type { Context } from '@/lib/server/context';
import { increment } from '@/lib/server/metrics';
import { clientKey } from './counter-keys';

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
