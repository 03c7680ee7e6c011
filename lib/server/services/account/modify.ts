import 'server-only';
import type { AccountChange } from '@/lib/contract/account';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import { hashPassword } from '@/lib/server/auth/password';
import { endSessions } from '@/lib/server/auth/session-rows';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { mergedChange } from '@/lib/server/services/changed';
import { checkNewPassword } from './check-password';
import { isActiveAdmin, type LockedAccount, lockAccount } from './lock';
import { type Modification, modifications } from './modifications';
import { endInvites } from './remove-invites';

/**
 * A limit that isn't named stays as it is. Disabling, demoting and a new password end the account's sessions at once;
 * an admin who changes their own password stays signed in here.
 * @param was what the caller has read of it
 * @throws account.notFound, account.lastAdmin, account.passwordCommon, account.passwordIsName, request.changed
 */
export async function modifyAccount(
  ctx: UserContext,
  { accountId, was, ...wanted }: AccountChange & { accountId: string },
): Promise<void> {
  const passwordHash = await newHash(ctx, accountId, wanted.password ?? null);
  await ctx.db.$transaction(async (tx) => {
    const before = await lockAccount(tx, accountId);
    const change = mergedChange(wanted, was, presentOf(before));
    const { state, admin, email = null } = change;
    if (before.isLastAdmin && !isActiveAdmin(change)) throw new AppError('account.lastAdmin');
    await tx.account.update({
      where: { id: accountId },
      data: { state, admin, email, ...limitsIn(change), ...(passwordHash !== null && { passwordHash }) },
    });
    const isPasswordNew = passwordHash !== null;
    const modification = { before, after: { ...change, accountId }, isPasswordNew };
    for (const entry of modifications(modification)) await audit(ctx, entry, tx);
    await endSessionsAfter(ctx, tx, modification);
  }, longTransaction);
}

const presentOf = ({ state, admin, email, maxBytes, maxFiles }: LockedAccount) => ({
  state,
  admin,
  email,
  maxBytes: maxBytes === null ? null : Number(maxBytes),
  maxFiles,
});

const limitsIn = ({ maxBytes, maxFiles }: Omit<AccountChange, 'password'>) => ({
  ...(maxBytes !== undefined && { maxBytes }),
  ...(maxFiles !== undefined && { maxFiles }),
});

async function endSessionsAfter(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  { before, after: { accountId, state, admin }, isPasswordNew }: Modification,
): Promise<void> {
  const isLess = state === 'Disabled' || (before.admin && !admin);
  if (!isLess && !isPasswordNew) return;
  if (isLess) await endInvites(tx, accountId);
  const except = isLess ? null : ctx.viewer.sessionId;
  await endSessions(tx, { accountId, except, now: ctx.now });
}

/** Null leaves the password; where somebody else vouches for the account there is none to change. */
async function newHash(ctx: UserContext, accountId: string, password: string | null) {
  if (password === null) return null;
  const account = await ctx.db.account.findUnique({ where: { id: accountId } });
  if (account?.source !== 'intern') return null;
  checkNewPassword(ctx, { password, login: account.login });
  return hashPassword(password, ctx);
}
