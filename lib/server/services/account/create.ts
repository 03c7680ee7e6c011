import 'server-only';
import type { NewAccount } from '@/lib/contract/account/account';
import { AppError } from '@/lib/contract/errors';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { checkNewPassword } from './check-password';
import { checkState } from './lock';
import { tellAdmins } from './tell-admins';

/** @throws account.loginTaken, account.passwordCommon, account.passwordIsName, request.invalid naming `state` */
export async function createAccount(ctx: Context, account: NewAccount): Promise<void> {
  const { login, password, state, admin, email = null, maxBytes = null, maxFiles = null } = account;
  checkState(state, null);
  checkNewPassword(ctx, { password, login });
  const passwordHash = await hashPassword(password, ctx);
  const id = ctx.newId();
  await ctx.db.$transaction(async (tx) => {
    const row = { id, login, state, admin, email, maxBytes, maxFiles, passwordHash };
    await insertAccount(tx, { ...row, createdAt: ctx.now });
    const details = { login, admin, state };
    const payload = state === 'Active' ? { account: id, login } : null;
    await record(ctx, { event: 'account.create', object: { type: 'account', id }, details, payload }, tx);
    await tellAdmins(ctx, tx, { id, login, admin: false }, account);
  });
}

/**
 * A taken login is found without a failing statement, so the transaction stays usable.
 * @throws account.loginTaken
 */
export async function insertAccount(
  tx: Prisma.TransactionClient,
  account: Prisma.AccountCreateManyInput,
): Promise<void> {
  const { count } = await tx.account.createMany({ data: [account], skipDuplicates: true });
  if (count === 0) throw new AppError('account.loginTaken');
}
