import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import { hashPassword, verifyPassword } from '@/lib/server/auth/password';
import { endSessions } from '@/lib/server/auth/session-rows';
import type { UserContext } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';
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
 * Changes the password and ends every other session.
 * @throws settings.noPassword, settings.passwordWrong (also if changed meanwhile), account.passwordCommon,
 * account.passwordIsName, limit.attempts
 */
export async function changePassword(
  ctx: UserContext,
  { oldPassword, newPassword }: { oldPassword: string; newPassword: string },
): Promise<void> {
  const { id, sessionId } = ctx.viewer;
  const { login, passwordHash: oldHash } = await checkHasPassword(ctx);
  const tally = { limit: 'ownPassword', of: [id] } as const;
  const isKnown = await attempt(
    ctx,
    [tally],
    async () => (await verifyPassword(oldHash, oldPassword, ctx)) || null,
  );
  const entry = { event: 'settings.password', object: { type: 'account', id } } as const;
  if (!isKnown) {
    await audit(ctx, { ...entry, outcome: 'refused' });
    throw new AppError('settings.passwordWrong');
  }
  checkNewPassword(ctx, { password: newPassword, login });
  const passwordHash = await hashPassword(newPassword, ctx);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.account.updateMany({
      where: { id, passwordHash: oldHash },
      data: { passwordHash },
    });
    if (count === 0) throw new AppError('settings.passwordWrong');
    await endSessions(tx, { accountId: id, except: sessionId, now: ctx.now });
    await audit(ctx, entry, tx);
  }, longTransaction);
}
