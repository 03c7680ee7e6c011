import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { hashPassword, verifyPassword } from '@/lib/server/auth/password';
import { endSessions } from '@/lib/server/auth/session-rows';
import type { UserContext } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';
import type { RefusableKind } from '@/lib/server/journal/kinds';
import { record } from '@/lib/server/journal/record';
import { attempt } from '@/lib/server/limits/attempt';
import { checkNewPassword } from '@/lib/server/services/account/check-password';

/** @throws settings.noPassword for accounts of a provider or proxy */
export async function checkHasPassword(
  ctx: UserContext,
): Promise<{ login: string; passwordHash: string | null }> {
  const { login, source, passwordHash } = await ctx.db.account.findUniqueOrThrow({
    where: { id: ctx.viewer.id },
  });
  if (source !== 'intern') throw new AppError('settings.noPassword');
  return { login, passwordHash };
}

/**
 * Checks the own password before a change that a stolen session must not make.
 * @param event audited when the password is wrong
 * @throws request.invalid for none, settings.noPassword, settings.passwordWrong, limit.attempts
 */
export async function proveOwnPassword(
  ctx: UserContext,
  password: string,
  event: RefusableKind,
): Promise<{ login: string; passwordHash: string | null }> {
  const { id } = ctx.viewer;
  const own = await checkHasPassword(ctx);
  if (password === '') {
    const field = event === 'settings.password' ? 'oldPassword' : 'password';
    throw new AppError('request.invalid', { field, reason: 'missing' });
  }
  const tally = { limit: 'ownPassword', of: [id] } as const;
  const isRight = await attempt(
    ctx,
    [tally],
    async () => (await verifyPassword(own.passwordHash, password, ctx)) || null,
  );
  if (isRight) return own;
  await record(ctx, { event, object: { type: 'account', id }, outcome: 'refused' });
  throw new AppError('settings.passwordWrong');
}

/**
 * Changes the password and ends every other session.
 * @throws settings.noPassword, settings.passwordWrong (also if changed meanwhile), account.passwordCommon,
 * account.passwordIsName, limit.attempts
 */
export async function changePassword(
  ctx: UserContext,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<void> {
  const { id, sessionId } = ctx.viewer;
  const { login, passwordHash: oldHash } = await proveOwnPassword(ctx, oldPassword, 'settings.password');
  checkNewPassword(ctx, { password: newPassword, login });
  const passwordHash = await hashPassword(newPassword, ctx);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.account.updateMany({
      where: { id, passwordHash: oldHash },
      data: { passwordHash },
    });
    if (count === 0) throw new AppError('settings.passwordWrong');
    await endSessions(tx, { accountId: id, except: sessionId, now: ctx.now });
    const object = { type: 'account', id } as const;
    await record(ctx, { event: 'settings.password', object, mail: { accountId: id } }, tx);
  }, longTransaction);
}
