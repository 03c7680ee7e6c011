import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import { endSessions, forgetSessions } from '@/lib/server/auth/session-rows';
import type { Context, UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { manySteps } from '@/lib/server/db/in-steps';
import { removeSome } from '@/lib/server/services/share/remove-some';
import { lockAccount } from './lock';

/**
 * From now on nobody can use the account, its links or its aliases, and its login is free for somebody else: the
 * sign in front is one that no login has. `removeMarkedAccounts` does the rest.
 * @throws account.notFound, account.lastAdmin
 */
export async function removeAccount(ctx: UserContext, { accountId }: { accountId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { isLastAdmin, login } = await lockAccount(tx, accountId);
    if (isLastAdmin) throw new AppError('account.lastAdmin');
    await tx.account.update({
      where: { id: accountId },
      data: { deletingAt: ctx.now, login: `~${accountId.toLowerCase()}`, subject: null },
    });
    await endSessions(tx, { accountId, except: null, now: ctx.now });
    const object = { type: 'account', id: accountId } as const;
    await audit(ctx, { event: 'account.remove', object, details: { login } }, tx);
  }, manySteps);
}

/** Takes away what marked accounts have left. Wherever it stops, the next run goes on from there. */
export async function removeMarkedAccounts(ctx: Context): Promise<number> {
  const marked = await ctx.db.account.findMany({
    where: { deletingAt: { not: null } },
    select: { id: true },
  });
  for (const { id } of marked) {
    while ((await removeSome(ctx.db, Prisma.sql`s."ownerId" = ${id}`)) > 0);
    await forgetSessions(ctx.db, id);
    await ctx.db.account.deleteMany({ where: { id } });
  }
  return marked.length;
}
