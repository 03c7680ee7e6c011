import 'server-only';
import type { AuditEventName } from '@/lib/contract/audit';
import { audit } from '@/lib/server/audit/audit';
import { startSession } from '@/lib/server/auth/session-rows';
import type { Context, Viewer } from '@/lib/server/context';
import type { Account, Prisma } from '@/lib/server/db/generated/client';

type SessionRequest = {
  account: Pick<Account, 'id' | 'login' | 'admin'>;
  /** Condition that the account must unchanged meet. */
  unchanged: Prisma.AccountWhereInput;
  event: AuditEventName & `login${string}`;
  isKept: boolean;
};

/**
 * Starts the session, or returns null if the account changed since it was checked. The row stays locked, so a
 * concurrent change of the account ends this session too.
 */
export function enterAccount(
  ctx: Context,
  { account, unchanged, event, isKept }: SessionRequest,
): Promise<Viewer | null> {
  const { id, login, admin } = account;
  const sessionId = ctx.newId();
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.account.updateMany({
      where: { ...unchanged, id, state: 'Active', deletingAt: null },
      data: { loginCount: { increment: 1 }, lastLoginAt: ctx.now },
    });
    if (count === 0) return null;
    await startSession(tx, { id: sessionId, accountId: id, client: ctx.client, now: ctx.now, isKept });
    const actor = { kind: admin ? 'admin' : 'user', id, login } as const;
    await audit(ctx, { event, actor, object: { type: 'account', id } }, tx);
    return { id, login, admin, sessionId };
  });
}
