import 'server-only';
import type { Context } from '@/lib/server/context';
import { scanFiles as scan } from '@/lib/server/services/scan/scan-files';
import { nextSuspectTry } from '@/lib/server/services/scan/suspect';
import { rescheduleJob } from './queue';

export async function scanFiles(ctx: Context): Promise<number> {
  const { count, isAgainSoon } = await scan(ctx);
  const at = isAgainSoon ? new Date() : await nextSuspectTry(ctx);
  if (at) await rescheduleJob(ctx.db, 'scan files', at);
  return count;
}
