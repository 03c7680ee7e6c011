import 'server-only';
import type { UserContext } from '@/lib/server/context';

/** Ends the session on the server, so that no copy of any of its tokens works any more. */
export async function signOut(ctx: UserContext): Promise<void> {
  await ctx.db.session.updateMany({
    where: { id: ctx.viewer.sessionId, revokedAt: null },
    data: { revokedAt: ctx.now },
  });
}
