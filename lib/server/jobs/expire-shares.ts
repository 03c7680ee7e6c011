import 'server-only';
import type { Context } from '@/lib/server/context';

/** Deletes shares whose link expired longer ago than the grace period. Unpublished ones stay until somebody acts. */
export async function expireShares(ctx: Context): Promise<number> {
  const since = new Date(ctx.now.getTime() - ctx.config.CLEANUP_GRACE);
  const { count } = await ctx.db.share.deleteMany({
    where: { publication: { enabled: true, publishUntil: { lt: since } } },
  });
  return count;
}
