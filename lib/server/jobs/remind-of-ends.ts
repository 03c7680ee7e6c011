import 'server-only';
import type { Context } from '@/lib/server/context';
import { remindOfEnds as remind } from '@/lib/server/services/ending/remind';
import { soon } from '@/lib/server/start-job';

/** Has owners told that their links end soon. */
export async function remindOfEnds(ctx: Context): Promise<number> {
  const reminded = await remind(ctx);
  if (reminded > 0) soon(ctx, 'send notices');
  return reminded;
}
