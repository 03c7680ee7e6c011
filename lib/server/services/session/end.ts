import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import { endSessions } from '@/lib/server/auth/session-rows';
import type { UserContext } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';

/** Ends one of the caller's own sessions. @throws session.notFound if already over or not theirs */
export async function endSession(ctx: UserContext, { id }: { id: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id, accountId: ctx.viewer.id, revokedAt: null, secretHash: null },
      data: { revokedAt: ctx.now },
    });
    if (count === 0) throw new AppError('session.notFound');
    await audit(ctx, { event: 'session.end', object: { type: 'session', id } }, tx);
  });
}

export async function endOtherSessions(ctx: UserContext): Promise<void> {
  const { id: accountId, sessionId: except } = ctx.viewer;
  await ctx.db.$transaction(async (tx) => {
    await endSessions(tx, { accountId, except, now: ctx.now, hasTokens: false });
    await audit(ctx, { event: 'session.end', details: { change: 'others' } }, tx);
  }, longTransaction);
}

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
