import 'server-only';
import type { Context } from '@/lib/server/context';
import { nodeId } from '@/lib/server/ids';
import { readBack as read } from '@/lib/server/services/storage/read-back';
import { rescheduleJob } from './queue';

const budgetMs = 750;
/** Reading has a twentieth of the disk's time at most, also on a disk that needs long for the shortest read. */
const restOfTime = 19;

export async function readBack(ctx: Context): Promise<number> {
  const beganMs = performance.now();
  const hasMore = await read(ctx, { node: nodeId(), budgetMs });
  const restMs = restOfTime * (performance.now() - beganMs);
  if (hasMore) await rescheduleJob(ctx.db, 'read back', new Date(), restMs);
  return 0;
}
