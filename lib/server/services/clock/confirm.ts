import 'server-only';
import { audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import { rememberTime } from './compare';

/** What ended by the clock is deleted again: an admin says that it is right. */
export async function confirmClock(ctx: Context): Promise<void> {
  const nowMs = Date.now();
  await ctx.db.$transaction(async (tx) => {
    await rememberTime({ db: tx }, nowMs);
    await audit(ctx, { event: 'system.clock', details: { now: new Date(nowMs).toISOString() } }, tx);
  });
}
