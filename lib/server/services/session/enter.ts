import 'server-only';
import { startSession } from '@/lib/server/auth/session';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

/**
 * Starts the session only if the account still stands as it was when it was checked. The row stays locked until the
 * session is there, so whoever changes the account meanwhile ends this session too.
 * @param as what must still be true of the account
 */
export function enter(
  ctx: Context,
  { sessionId, as }: { sessionId: string; as: Prisma.AccountWhereInput & { id: string } },
): Promise<boolean> {
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.account.updateMany({
      where: { ...as, state: 'Active', deletingAt: null },
      data: { loginCount: { increment: 1 }, lastLoginAt: ctx.now },
    });
    if (count === 1)
      await startSession(tx, { id: sessionId, accountId: as.id, client: ctx.client, now: ctx.now });
    return count === 1;
  });
}
