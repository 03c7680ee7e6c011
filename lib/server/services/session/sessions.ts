import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { SessionItem } from '@/lib/contract/session';
import { readUserAgent } from '@/lib/domain/user-agent';
import { endSessions, liveSessionFilter } from '@/lib/server/auth/session-rows';
import { sealSessionToken } from '@/lib/server/auth/tokens';
import type { Context, UserContext, Viewer } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';

/** Only scripts that sign in for each call exceed this. */
const maxListed = 100;

/**
 * Excludes sessions whose last token expired, even if they were never ended. In a demo strangers share the account, and
 * see their own alone.
 */
export async function listSessions(ctx: UserContext): Promise<{ items: SessionItem[] }> {
  const { id: accountId, sessionId } = ctx.viewer;
  const rows = await ctx.db.session.findMany({
    where: { accountId, ...liveSessionFilter(ctx.now), ...(ctx.config.DEMO && { id: sessionId }) },
    orderBy: [{ lastSeenAt: 'desc' }, { id: 'asc' }],
    take: maxListed,
  });
  const items = rows.map((row) => ({
    id: row.id,
    current: row.id === sessionId,
    ...readUserAgent(row.userAgent),
    address: row.address,
    created: row.createdAt.getTime(),
    lastSeen: row.lastSeenAt.getTime(),
  }));
  return { items: items.sort((one, other) => Number(other.current) - Number(one.current)) };
}

/** Ends one of the caller's own sessions. @throws session.notFound if already over or not theirs */
export async function endSession(ctx: UserContext, { id }: { id: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.session.updateMany({
      where: { id, accountId: ctx.viewer.id, revokedAt: null, secretHash: null },
      data: { revokedAt: ctx.now },
    });
    if (count === 0) throw new AppError('session.notFound');
    await record(ctx, { event: 'session.end', object: { type: 'session', id } }, tx);
  });
}

export async function endOtherSessions(ctx: UserContext): Promise<void> {
  const { id: accountId, sessionId: except } = ctx.viewer;
  await ctx.db.$transaction(async (tx) => {
    await endSessions(tx, { accountId, except, now: ctx.now, hasTokens: false });
    await record(ctx, { event: 'session.end', details: { change: 'others' } }, tx);
  }, longTransaction);
}

/** Ends the session on the server, so that no copy of its tokens works. */
export async function signOut(ctx: UserContext): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await tx.session.updateMany({
      where: { id: ctx.viewer.sessionId, revokedAt: null },
      data: { revokedAt: ctx.now },
    });
    await record(ctx, { event: 'logout', object: { type: 'account', id: ctx.viewer.id } }, tx);
  });
}

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
