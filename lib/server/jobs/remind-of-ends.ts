import 'server-only';
import type { Context } from '@/lib/server/context';
import { runJobSoon } from '@/lib/server/run-job-soon';
import { remindOfEnds as remind } from '@/lib/server/services/ending/remind';

export async function remindOfEnds(ctx: Context): Promise<number> {
  const reminded = await remind(ctx);
  if (reminded > 0) runJobSoon(ctx, 'send notices');
  return reminded;
}
