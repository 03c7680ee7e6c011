import 'server-only';
import type { NewAccount } from '@/lib/contract/account';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { insertAccount } from './insert';

/** An account whose password is kept here. */
export async function createAccount(ctx: UserContext, account: NewAccount): Promise<void> {
  const { login, password, state, admin, email = null } = account;
  const passwordHash = await hashPassword(password);
  await insertAccount(ctx.db, {
    id: ctx.newId(),
    login,
    state,
    admin,
    email,
    passwordHash,
    createdAt: ctx.now,
  });
}
