import 'server-only';
import type { AccountChange } from '@/lib/contract/account';
import { AppError } from '@/lib/contract/errors';
import { hashPassword } from '@/lib/server/auth/password';
import { endSessions } from '@/lib/server/auth/session';
import type { UserContext } from '@/lib/server/context';
import { checkNewPassword } from './check-password';
import { isActiveAdmin, lockAccount } from './lock';

/**
 * Disabling, demoting and a new password end the account's sessions at once; an admin who changes the own password
 * stays signed in here.
 * @throws account.notFound, account.lastAdmin, account.passwordCommon, account.passwordIsName
 */
export async function modifyAccount(
  ctx: UserContext,
  { accountId, ...change }: AccountChange & { accountId: string },
): Promise<void> {
  const { state, admin, email = null } = change;
  const passwordHash = await newHash(ctx, accountId, change.password ?? null);
  await ctx.db.$transaction(async (tx) => {
    const before = await lockAccount(tx, accountId);
    if (before.isLastAdmin && !isActiveAdmin(change)) throw new AppError('account.lastAdmin');
    await tx.account.update({
      where: { id: accountId },
      data: { state, admin, email, ...(passwordHash !== null && { passwordHash }) },
    });
    const isLess = state === 'Disabled' || (before.admin && !admin);
    if (!isLess && passwordHash === null) return;
    const except = isLess ? null : ctx.viewer.sessionId;
    await endSessions(tx, { accountId, except, now: ctx.now });
  });
}

/** Null leaves the password; where somebody else vouches for the account there is none to change. */
async function newHash(ctx: UserContext, accountId: string, password: string | null) {
  if (password === null) return null;
  const account = await ctx.db.account.findUnique({ where: { id: accountId } });
  if (account?.source !== 'intern') return null;
  checkNewPassword(ctx, { password, login: account.login });
  return hashPassword(password);
}
