import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';
import { readStopToken } from './link';

/** Once or several times is the same. @throws asked.over, limit.attempts */
export async function stopReminders(ctx: Context, { token }: { token: string }): Promise<void> {
  checkGuesser(ctx);
  const id = readStopToken(ctx, token);
  const found = id && (await ctx.db.fileRequest.count({ where: { id } }));
  if (!id || !found) {
    await recordMiss(ctx);
    throw new AppError('asked.over');
  }
  await ctx.db.fileRequest.updateMany({
    where: { id, stoppedAt: null },
    data: { stoppedAt: ctx.now, remindAt: null },
  });
}
