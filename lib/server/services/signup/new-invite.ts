import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { hashedForm, passwordForms } from '@/lib/domain/pasted/plain-text';
import { audit } from '@/lib/server/audit/audit';
import { recordAuthFail } from '@/lib/server/audit/auth-fail';
import { isSameSecret } from '@/lib/server/auth/tokens';
import type { UserContext } from '@/lib/server/context';
import { attempt } from '@/lib/server/limits/attempt';
import { storedKey } from './invite-key';

/**
 * Creates a single-use key, which is returned once and stored only as a hash.
 * @throws signup.inviteOff, signup.invitePasswordWrong, limit.attempts
 */
export async function newInvite(
  ctx: UserContext,
  { password }: { password: string },
): Promise<{ key: string }> {
  const { SIGNUP_MODE, INVITE_PASSWORD, INVITE_VALIDITY } = ctx.config;
  if (SIGNUP_MODE !== 'invite' || !INVITE_PASSWORD) throw new AppError('signup.inviteOff');
  const tally = { limit: 'invitePassword', of: [ctx.viewer.id] } as const;
  if (!(await attempt(ctx, [tally], async () => matchesSecret(password, INVITE_PASSWORD) || null))) {
    recordAuthFail(ctx, { kind: 'invite', reason: 'bad_password', account: ctx.viewer.login });
    await audit(ctx, { event: 'invite.create', outcome: 'refused' });
    throw new AppError('signup.invitePasswordWrong');
  }
  const id = ctx.newId();
  const key = ctx.newId();
  const expiresAt = new Date(ctx.now.getTime() + INVITE_VALIDITY);
  await ctx.db.$transaction(async (tx) => {
    await tx.invite.create({
      data: { id, ...storedKey(key), createdById: ctx.viewer.id, createdAt: ctx.now, expiresAt },
    });
    await audit(ctx, { event: 'invite.create', object: { type: 'invite', id } }, tx);
  });
  return { key };
}

/** The configured secret is plain text, so its Unicode form is unknown. */
const matchesSecret = (password: string, secret: string): boolean =>
  passwordForms(password).some(
    (form) => isSameSecret(form, hashedForm(secret)) || isSameSecret(form, secret),
  );
