import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Registration } from '@/lib/contract/signup';
import { audit } from '@/lib/server/audit/audit';
import { recordAuthFail } from '@/lib/server/audit/auth-fail';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { attempt } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/counters';
import { checkNewPassword } from '@/lib/server/services/account/check-password';
import { insertAccount } from '@/lib/server/services/account/create';
import { inviteKeyHash } from './invites';

/**
 * Creates an account and spends the key in the same transaction: a key gives one account, and a taken login
 * keeps the key.
 * @throws signup.closed, signup.inviteInvalid, account.loginTaken, account.passwordCommon,
 * account.passwordIsName, limit.attempts
 */
export async function register(ctx: Context, registration: Registration): Promise<void> {
  const { SIGNUP_MODE } = ctx.config;
  if (SIGNUP_MODE === 'closed') throw new AppError('signup.closed');
  const key = SIGNUP_MODE === 'invite' ? (registration.invite ?? '') : null;
  // Says nothing about keys or logins, so it need not cost an attempt.
  checkNewPassword(ctx, registration);
  const limit = key === null ? 'register' : 'registerInvited';
  const counters = [{ limit, of: [clientKey(ctx.client.address)] }] as const;
  await attempt(ctx, counters, () => registerAccount(ctx, registration, key), { countsAsTry: isRefusal });
}

/** Excludes errors of a busy or broken server. */
const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status === 200;

async function registerAccount(
  ctx: Context,
  { login, password }: Registration,
  key: string | null,
): Promise<true> {
  // Hashing is expensive, so the key is checked first.
  if (key !== null && !(await ctx.db.invite.findUnique({ where: usableInvite(ctx, key) }))) {
    recordAuthFail(ctx, { kind: 'invite', reason: 'no_such_key', account: login });
    await audit(ctx, { event: 'invite.use', outcome: 'refused', details: { login } });
    throw new AppError('signup.inviteInvalid');
  }
  const passwordHash = await hashPassword(password, ctx);
  const id = ctx.newId();
  const actor = { kind: 'user', id, login } as const;
  await ctx.db.$transaction(async (tx) => {
    if (key !== null) {
      const invite = await spendInvite(ctx, tx, key);
      await audit(ctx, { event: 'invite.use', actor, object: { type: 'invite', id: invite.id } }, tx);
    }
    await insertAccount(tx, { id, login, passwordHash, createdAt: ctx.now });
    await audit(ctx, { event: 'account.register', actor, object: { type: 'account', id } }, tx);
  });
  return true;
}

const usableInvite = (ctx: Context, key: string) => ({
  keyHash: inviteKeyHash(key),
  expiresAt: { gt: ctx.now },
});

async function spendInvite(ctx: Context, tx: Prisma.TransactionClient, key: string): Promise<{ id: string }> {
  const where = usableInvite(ctx, key);
  const invite = await tx.invite.findUnique({ where, select: { id: true } });
  const { count } = await tx.invite.deleteMany({ where });
  if (!invite || count === 0) throw new AppError('signup.inviteInvalid');
  return invite;
}
