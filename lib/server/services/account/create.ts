import 'server-only';
import type { NewAccount } from '@/lib/contract/account';
import { audit } from '@/lib/server/audit/audit';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { checkNewPassword } from './check-password';
import { insertAccount } from './insert';

/**
 * An account whose password is kept here.
 * @throws account.loginTaken, account.passwordCommon, account.passwordIsName
 */
export async function createAccount(ctx: UserContext, account: NewAccount): Promise<void> {
  const { login, password, state, admin, email = null, maxBytes = null, maxFiles = null } = account;
  checkNewPassword(ctx, { password, login });
  const passwordHash = await hashPassword(password, ctx);
  const id = ctx.newId();
  await ctx.db.$transaction(async (tx) => {
    const row = { id, login, state, admin, email, maxBytes, maxFiles, passwordHash };
    await insertAccount(tx, { ...row, createdAt: ctx.now });
    const details = { login, admin, state };
    await audit(ctx, { event: 'account.create', object: { type: 'account', id }, details }, tx);
  });
}
