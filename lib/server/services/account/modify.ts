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
import { type AccountModification, auditEntries } from './audit-entries';
import { checkNewPassword } from './check-password';
import { removeInvitesOf } from './invites';
import { isActiveAdmin, type LockedAccount, lockAccount } from './lock';

/**
 * Disabling, demoting and a new password end the account's sessions, except the caller's own on a new password.
 * @param was the values the caller has read
 * @throws account.notFound, account.lastAdmin, account.passwordCommon, account.passwordIsName, request.changed
 */
export async function modifyAccount(
  ctx: UserContext,
  { accountId, was, ...wanted }: AccountChange & { accountId: string },
): Promise<void> {
  const passwordHash = await newPasswordHash(ctx, accountId, wanted.password ?? null);
  await ctx.db.$transaction(async (tx) => {
    const before = await lockAccount(tx, accountId);
    const change = mergedChange(wanted, was, currentValues(before));
    const { state, admin, email = null } = change;
    if (before.isLastAdmin && !isActiveAdmin(change)) throw new AppError('account.lastAdmin');
    await tx.account.update({
      where: { id: accountId },
      data: { state, admin, email, ...limitColumns(change), ...(passwordHash !== null && { passwordHash }) },
    });
    const isPasswordNew = passwordHash !== null;
    const modification = { before, after: { ...change, accountId }, isPasswordNew };
    for (const entry of auditEntries(modification)) await audit(ctx, entry, tx);
    await endSessionsAfter(ctx, tx, modification);
  }, longTransaction);
}

const currentValues = ({ state, admin, email, maxBytes, maxFiles }: LockedAccount) => ({
  state,
  admin,
  email,
  maxBytes: maxBytes === null ? null : Number(maxBytes),
  maxFiles,
});

const limitColumns = ({ maxBytes, maxFiles }: Omit<AccountChange, 'password'>) => ({
  ...(maxBytes !== undefined && { maxBytes }),
  ...(maxFiles !== undefined && { maxFiles }),
});

async function endSessionsAfter(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  { before, after: { accountId, state, admin }, isPasswordNew }: AccountModification,
): Promise<void> {
  const isLess = state === 'Disabled' || (before.admin && !admin);
  if (!isLess && !isPasswordNew) return;
  if (isLess) await removeInvitesOf(tx, accountId);
  const except = isLess ? null : ctx.viewer.sessionId;
  await endSessions(tx, { accountId, except, now: ctx.now });
}

async function newPasswordHash(ctx: UserContext, accountId: string, password: string | null) {
  if (password === null) return null;
  const account = await ctx.db.account.findUnique({ where: { id: accountId } });
  if (account?.source !== 'intern') return null;
  checkNewPassword(ctx, { password, login: account.login });
  return hashPassword(password, ctx);
}
