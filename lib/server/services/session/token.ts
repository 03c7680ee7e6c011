import 'server-only';
import { tokenFor } from '@/lib/server/auth/session-token';
import type { Context, UserContext, Viewer } from '@/lib/server/context';

/** What login and refresh answer beside success and message. */
export async function authAnswer(ctx: Context, viewer: Viewer) {
  const { token, validMs } = await tokenFor(viewer.sessionId, ctx.now);
  return { id: viewer.id, user: viewer.login, admin: viewer.admin, token, validMs };
}

/** A new token of the same session. Tokens given out before stay valid until they end by themselves. */
export async function refreshSession(ctx: UserContext) {
  await ctx.db.session.updateMany({
    where: { id: ctx.viewer.sessionId, revokedAt: null },
    data: { lastSeenAt: ctx.now, ...ctx.client },
  });
  return authAnswer(ctx, ctx.viewer);
}
