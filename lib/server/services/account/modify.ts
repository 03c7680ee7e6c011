import 'server-only';
import type { AccountChange } from '@/lib/contract/account/account';
import { AppError } from '@/lib/contract/errors';
import { normalLogin } from '@/lib/domain/ident';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import type { JournalEvent } from '@/lib/server/journal/event';
import { record } from '@/lib/server/journal/record';
import { mergedChange } from '@/lib/server/services/changed';
import { endPlanted } from '@/lib/server/services/other-access/end-planted';
import { checkNewPassword } from './check-password';
import { endRights } from './end-rights';
import { checkState, isActiveAdmin, type LockedAccount, lockAccount } from './lock';
import { tellAdmins } from './tell-admins';

/**
 * Disabling, demoting and a new password end the account's sessions, except the caller's own on a new password, which
 * also ends what it has let in. An address that is replaced is told.
 * @param was the values the caller has read
 * @throws account.notFound, account.lastAdmin, account.passwordCommon, account.passwordIsName, request.changed,
 * request.invalid naming `state`
 */
export async function modifyAccount(
  ctx: Context,
  { accountId, was, staysDisabled, ...wanted }: AccountChange & { accountId: string },
): Promise<void> {
  const passwordHash = await newPasswordHash(ctx, accountId, wanted.password ?? null);
  await ctx.db.$transaction(async (tx) => {
    const before = await lockAccount(ctx, tx, accountId);
    const change = mergedChange(wanted, was, before);
    const { state, admin, email = null } = change;
    checkState(state, before.state);
    if (before.isLastAdmin && !isActiveAdmin(change)) throw new AppError('account.lastAdmin');
    await tx.account.update({
      where: { id: accountId },
      // Decided by an admin now, and no longer by a provider.
      data: {
        state,
        ...(state !== before.state && { refused: false }),
        ...((state === 'Active' || staysDisabled) && { leavesAt: null }),
        admin,
        email,
        ...limitColumns(change),
        ...(passwordHash !== null && { passwordHash }),
      },
    });
    const after = { ...change, staysDisabled, accountId };
    const modification = { before, after, isPasswordNew: passwordHash !== null };
    if (email !== before.email) await leaveAddress(ctx, tx, { accountId, before: before.email, email });
    for (const entry of auditEntries(modification)) await record(ctx, entry, tx);
    await tellAdmins(ctx, tx, before, change);
    await endSessionsAfter(ctx, tx, modification);
  }, longTransaction);
}

/** Ends links that prove another address, and tells the one of before. */
async function leaveAddress(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { accountId, before, email }: { accountId: string; before: string | null; email: string | null },
): Promise<void> {
  await tx.accountCode.deleteMany({ where: { accountId, kind: 'email', usedAt: null } });
  if (before && before.toLowerCase() !== email?.toLowerCase())
    await record(ctx, { event: 'account.address', mail: { accountId, address: before } }, tx);
}

/** Returns the login. @throws account.notFound, account.lastAdmin */
export async function changeByOperator(
  ctx: Context,
  name: string,
  change: Partial<Pick<AccountChange, 'state' | 'admin' | 'staysDisabled'>>,
): Promise<string> {
  const account = await ctx.db.account.findFirst({ where: { login: normalLogin(name) } });
  if (!account) throw new AppError('account.notFound');
  const { id: accountId, login, state, admin, email } = account;
  await modifyAccount(ctx, { accountId, state, admin, email, ...change });
  return login;
}

const limitColumns = ({ maxBytes, maxFiles }: Omit<AccountChange, 'password'>) => ({
  ...(maxBytes !== undefined && { maxBytes }),
  ...(maxFiles !== undefined && { maxFiles }),
});

async function endSessionsAfter(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { before, after: { accountId, state, admin }, isPasswordNew }: AccountModification,
): Promise<void> {
  const isLess = state === 'Disabled' || (before.admin && !admin);
  if (isLess) await endRights(ctx, tx, accountId);
  else if (isPasswordNew) await endPlanted(ctx, tx, { accountId, except: ctx.viewer?.sessionId ?? null });
}

async function newPasswordHash(ctx: Context, accountId: string, password: string | null) {
  if (password === null) return null;
  const account = await ctx.db.account.findUnique({ where: { id: accountId } });
  if (account?.source !== 'intern') return null;
  checkNewPassword(ctx, { password, login: account.login });
  return hashPassword(password, ctx);
}

type AccountModification = {
  before: LockedAccount;
  after: AccountChange & { accountId: string };
  isPasswordNew: boolean;
};

function auditEntries({ before, after, isPasswordNew }: AccountModification): JournalEvent[] {
  const object = { type: 'account', id: after.accountId } as const;
  const details = { login: before.login };
  const entries: JournalEvent[] = [];
  if (before.state !== after.state || after.staysDisabled) {
    const payload = before.state === 'Pending' ? { account: after.accountId, login: before.login } : null;
    entries.push(
      after.state === 'Active'
        ? { event: 'account.enable', object, details, payload }
        : { event: 'account.disable', object, details },
    );
  }
  if (before.admin !== after.admin) {
    entries.push({ event: 'account.role', object, details: { ...details, admin: after.admin } });
  }
  const limits = changedLimits(before, after);
  if (limits) entries.push({ event: 'account.quota', object, details: { ...details, ...limits } });
  if (isPasswordNew) entries.push({ event: 'account.password', object, details });
  return entries.length > 0 ? entries : [{ event: 'account.modify', object, details }];
}

function changedLimits(before: LockedAccount, after: AccountChange) {
  const { maxBytes, maxFiles } = after;
  const isSame = (now: number | null | undefined, then: number | null) => now === undefined || now === then;
  if (isSame(maxBytes, before.maxBytes) && isSame(maxFiles, before.maxFiles)) return null;
  return {
    ...(!isSame(maxBytes, before.maxBytes) && { maxBytes: maxBytes ?? 'default' }),
    ...(!isSame(maxFiles, before.maxFiles) && { maxFiles: maxFiles ?? 'default' }),
  };
}
