import 'server-only';
import { audit } from '@/lib/server/audit/audit';
import { isFirstInAWhile } from '@/lib/server/audit/first-in-a-while';
import type { Context } from '@/lib/server/context';
import { increment } from '@/lib/server/metrics';
import { clientKey } from './client-key';

/** Written once per client in a while, so that a client that goes on can't fill the table. */
export async function noteLimitHit(ctx: Context, limit: string): Promise<void> {
  increment('slipway_limit_hits_total', { limit });
  if (!isFirstInAWhile(ctx.now, `${limit}:${clientKey(ctx.client.address)}`)) return;
  ctx.log.warn({ event: 'limit.hit', limit, address: ctx.client.address }, 'too many');
  await audit(ctx, {
    event: 'limit.hit',
    outcome: 'refused',
    details: { limit, client: clientKey(ctx.client.address) },
  });
}
