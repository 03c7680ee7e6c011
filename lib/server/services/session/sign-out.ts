import 'server-only';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';

/** Ends the session on the server, so that no copy of its tokens works. */
export async function signOut(ctx: UserContext): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await tx.session.updateMany({
      where: { id: ctx.viewer.sessionId, revokedAt: null },
      data: { revokedAt: ctx.now },
    });
    await audit(ctx, { event: 'logout', object: { type: 'account', id: ctx.viewer.id } }, tx);
  });
}
