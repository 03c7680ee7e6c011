import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { deleteSessions } from '@/lib/server/auth/session-rows';
import type { Context, UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { handOverAliases, moveSharesToAliasOwners } from '@/lib/server/services/alias/move-shares';
import { removeSome } from '@/lib/server/services/share/remove';
import { endRights } from './end-rights';
import { lockAccount } from './lock';

type AccountRemoval = {
  accountId: string;
  /** Gets the aliases; without an heir they are deleted. */
  heirId?: string | undefined;
};

/**
 * Marks an account as deleted; `removeMarkedAccounts` deletes its rows later. The login becomes free: no valid login
 * starts with `~`.
 * @throws account.notFound, account.lastAdmin, request.invalid naming `heir`
 */
export async function removeAccount(ctx: UserContext, { accountId, heirId }: AccountRemoval): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { isLastAdmin, login } = await lockAccount(ctx, tx, accountId);
    if (isLastAdmin) throw new AppError('account.lastAdmin');
    const bequest = heirId === undefined ? null : await transferAliases(tx, { from: accountId, to: heirId });
    await markDeleted(ctx, tx, accountId);
    await endRights(ctx, tx, accountId);
    const object = { type: 'account', id: accountId } as const;
    await record(ctx, { event: 'account.remove', object, details: { login, ...bequest } }, tx);
  }, longTransaction);
}

export const markDeleted = ({ now }: Context, tx: Prisma.TransactionClient, accountId: string) =>
  tx.account.update({
    where: { id: accountId },
    data: { deletingAt: now, login: `~${accountId.toLowerCase()}`, subject: null },
  });

/** `lockAccount` locks the admins first, so two accounts cannot become each other's heirs. */
async function transferAliases(tx: Prisma.TransactionClient, { from, to }: { from: string; to: string }) {
  const heir = await tx.account.findFirst({
    where: { id: to, deletingAt: null, state: 'Active', NOT: { id: from } },
    select: { login: true },
  });
  if (!heir) throw new AppError('request.invalid', { field: 'heir', reason: 'unknownAccount' });
  return { aliases: await handOverAliases(tx, { from, to }), heir: heir.login };
}

/** New accounts that have not confirmed their address end after this time, and their logins are free again. */
const pendingMs = 7 * 24 * 3_600_000;

async function markUnconfirmed({ db, now }: Context): Promise<void> {
  const since = new Date(now.getTime() - pendingMs);
  await db.$executeRaw`
    UPDATE "Account" SET "deletingAt" = ${now}, "login" = '~' || lower("id")
    WHERE "state" = 'Pending' AND "createdAt" < ${since} AND "deletingAt" IS NULL`;
}

/** Safe to interrupt: the next run continues. */
export async function removeMarkedAccounts(ctx: Context): Promise<number> {
  await markUnconfirmed(ctx);
  const marked = await ctx.db.account.findMany({
    where: { deletingAt: { not: null } },
    select: { id: true },
  });
  for (const { id } of marked) {
    // Deliveries may have arrived while an alias was handed over.
    await moveSharesToAliasOwners(ctx.db, id);
    while ((await removeSome(ctx.db, Prisma.sql`s."ownerId" = ${id}`)) > 0);
    await deleteSessions(ctx.db, id);
    await ctx.db.account.deleteMany({ where: { id } });
  }
  return marked.length;
}
