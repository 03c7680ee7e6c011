import 'server-only';
import type { AuditEventName } from '@/lib/contract/audit';
import { audit } from '@/lib/server/audit/audit';
import { startSession } from '@/lib/server/auth/session-rows';
import type { Context, Viewer } from '@/lib/server/context';
import type { Account, Prisma } from '@/lib/server/db/generated/client';

type SessionRequest = {
  account: Pick<Account, 'id' | 'login' | 'admin'>;
  /** What must still be true of the account. */
  still: Prisma.AccountWhereInput;
  event: AuditEventName & `login${string}`;
  /** Whether the person wants to stay signed in. */
  isKept: boolean;
};

/**
 * Starts the session only if the account is still as it was when it was checked, else null. The row stays locked
 * until the session is there, so a change of the account meanwhile ends this session too.
 */
export function enterAccount(
  ctx: Context,
  { account, still, event, isKept }: SessionRequest,
): Promise<Viewer | null> {
  const { id, login, admin } = account;
  const sessionId = ctx.newId();
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.account.updateMany({
      where: { ...still, id, state: 'Active', deletingAt: null },
      data: { loginCount: { increment: 1 }, lastLoginAt: ctx.now },
    });
    if (count === 0) return null;
    await startSession(tx, { id: sessionId, accountId: id, client: ctx.client, now: ctx.now, isKept });
    const actor = { kind: admin ? 'admin' : 'user', id, login } as const;
    await audit(ctx, { event, actor, object: { type: 'account', id } }, tx);
    return { id, login, admin, sessionId };
  });
}
