import 'server-only';
import type { Context } from '@/lib/server/context';
import { scanFiles as scan } from '@/lib/server/services/scan/scan-files';
import { rescheduleJob } from './queue';

export async function scanFiles(ctx: Context): Promise<number> {
  const { count, isAgainSoon } = await scan(ctx);
  if (isAgainSoon) await rescheduleJob(ctx.db, 'scan files', new Date());
  return count;
}
