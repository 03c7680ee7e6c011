import 'server-only';
import type { Context } from '@/lib/server/context';
import { hourMs, wipeDemo as wipe } from '@/lib/server/services/demo/wipe';
import { rescheduleJob } from './queue';

export async function wipeDemo(ctx: Context): Promise<number> {
  if (!ctx.config.DEMO) return 0;
  const removed = await wipe(ctx);
  const next = (Math.floor(ctx.now.getTime() / hourMs) + 1) * hourMs;
  await rescheduleJob(ctx.db, 'wipe demo', new Date(next));
  return removed;
}
