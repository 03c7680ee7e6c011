import 'server-only';
import { audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import { storeTime } from './compare';

export async function confirmClock(ctx: Context): Promise<void> {
  const nowMs = Date.now();
  await ctx.db.$transaction(async (tx) => {
    await storeTime({ db: tx }, nowMs);
    await audit(ctx, { event: 'system.clock', details: { now: new Date(nowMs).toISOString() } }, tx);
  });
}
