import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import { endSessions, forgetSessions } from '@/lib/server/auth/session-rows';
import type { Context, UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { handOverAliases } from '@/lib/server/services/alias/hand-over';
import { followAliases } from '@/lib/server/services/alias/move-shares';
import { removeSome } from '@/lib/server/services/share/remove-some';
import { lockAccount } from './lock';
import { endInvites } from './remove-invites';

type AccountRemoval = {
  accountId: string;
  /** The account that gets its aliases; without one they go with it. */
  heirId?: string | undefined;
};

/**
 * From now on nobody can use the account, its links or its aliases, and its login is free for somebody else: the
 * sign in front is one that no login has. `removeMarkedAccounts` does the rest.
 * @throws account.notFound, account.lastAdmin, request.invalid naming `heir`
 */
export async function removeAccount(ctx: UserContext, { accountId, heirId }: AccountRemoval): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { isLastAdmin, login } = await lockAccount(tx, accountId);
    if (isLastAdmin) throw new AppError('account.lastAdmin');
    const bequest = heirId === undefined ? null : await bequeath(tx, { from: accountId, to: heirId });
    await tx.account.update({
      where: { id: accountId },
      data: { deletingAt: ctx.now, login: `~${accountId.toLowerCase()}`, subject: null },
    });
    await endSessions(tx, { accountId, except: null, now: ctx.now });
    await endInvites(tx, accountId);
    const object = { type: 'account', id: accountId } as const;
    await audit(ctx, { event: 'account.remove', object, details: { login, ...bequest } }, tx);
  }, longTransaction);
}

/** Each step of a deletion first locks the admins, so no two accounts become each other's heirs. */
async function bequeath(tx: Prisma.TransactionClient, { from, to }: { from: string; to: string }) {
  const heir = await tx.account.findFirst({
    where: { id: to, deletingAt: null, state: 'Active', NOT: { id: from } },
    select: { login: true },
  });
  if (!heir) throw new AppError('request.invalid', { field: 'heir', reason: 'unknownAccount' });
  return { aliases: await handOverAliases(tx, { from, to }), heir: heir.login };
}

/** Takes away what marked accounts have left. Wherever it stops, the next run goes on from there. */
export async function removeMarkedAccounts(ctx: Context): Promise<number> {
  const marked = await ctx.db.account.findMany({
    where: { deletingAt: { not: null } },
    select: { id: true },
  });
  for (const { id } of marked) {
    // Somebody may have been sending through an alias when it was handed over.
    await followAliases(ctx.db, id);
    while ((await removeSome(ctx.db, Prisma.sql`s."ownerId" = ${id}`)) > 0);
    await forgetSessions(ctx.db, id);
    await ctx.db.account.deleteMany({ where: { id } });
  }
  return marked.length;
}
