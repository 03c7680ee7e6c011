import 'server-only';
import type { Context } from '@/lib/server/context';

/** Removes the keys that were not used in time. */
export async function removeInvites(ctx: Context): Promise<number> {
  const { count } = await ctx.db.invite.deleteMany({ where: { expiresAt: { lte: ctx.now } } });
  return count;
}
