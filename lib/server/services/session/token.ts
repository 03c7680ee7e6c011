import 'server-only';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { Context, UserContext, Viewer } from '@/lib/server/context';

export async function authAnswer(ctx: Context, viewer: Viewer, isKept: boolean) {
  const { token, validMs } = await sealSessionToken({ sessionId: viewer.sessionId, isKept }, ctx.now);
  return { id: viewer.id, user: viewer.login, admin: viewer.admin, token, validMs };
}

/** Issues a new token; earlier ones stay valid until they expire. */
export async function refreshSession(ctx: UserContext) {
  const [row] = await ctx.db.session.updateManyAndReturn({
    where: { id: ctx.viewer.sessionId, revokedAt: null },
    data: { lastSeenAt: ctx.now, ...ctx.client },
    select: { isKept: true },
  });
  const isKept = row?.isKept ?? false;
  return { isKept, answer: await authAnswer(ctx, ctx.viewer, isKept) };
}
