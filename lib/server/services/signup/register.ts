import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Registration } from '@/lib/contract/signup';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { checkNewPassword } from '@/lib/server/services/account/check-password';
import { insertAccount } from '@/lib/server/services/account/insert';
import { hashOfKey } from './invite-key';

/**
 * An active account without any special right. Where a key is needed it goes in the same transaction: of many who
 * use it at once one gets an account, and a login that is taken leaves the key to be used again.
 * @throws signup.closed, signup.inviteInvalid, account.loginTaken, account.passwordCommon, account.passwordIsName
 */
export async function register(ctx: Context, { login, password, invite }: Registration): Promise<void> {
  const { SIGNUP_MODE } = ctx.config;
  if (SIGNUP_MODE === 'closed') throw new AppError('signup.closed');
  const key = SIGNUP_MODE === 'invite' ? (invite ?? '') : null;
  // Hashing is dear, so nobody without a key makes us do it.
  if (key !== null && !(await ctx.db.invite.findUnique({ where: usable(ctx, key) }))) {
    throw new AppError('signup.inviteInvalid');
  }
  checkNewPassword(ctx, { password, login });
  const passwordHash = await hashPassword(password);
  await ctx.db.$transaction(async (tx) => {
    if (key !== null) await spend(ctx, tx, key);
    await insertAccount(tx, { id: ctx.newId(), login, passwordHash, createdAt: ctx.now });
  });
}

const usable = (ctx: Context, key: string) => ({
  keyHash: hashOfKey(key),
  expiresAt: { gt: ctx.now },
});

async function spend(ctx: Context, tx: Prisma.TransactionClient, key: string): Promise<void> {
  const { count } = await tx.invite.deleteMany({ where: usable(ctx, key) });
  if (count === 0) throw new AppError('signup.inviteInvalid');
}
