import 'server-only';
import type { Context } from '@/lib/server/context';
import { nodeId } from '@/lib/server/ids';
import { readBack as read } from '@/lib/server/services/storage/read-back';
import { rescheduleJob } from './queue';

/** With a pause of 15 seconds between two runs, it takes a twentieth of the disk's time at most. */
const budgetMs = 750;

export async function readBack(ctx: Context): Promise<number> {
  const hasMore = await read(ctx, { node: nodeId(), budgetMs });
  if (hasMore) await rescheduleJob(ctx.db, 'read back', new Date());
  return 0;
}
