import 'server-only';
import { createHash, timingSafeEqual } from 'node:crypto';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { keptOf } from './invite-key';

/**
 * A key that one person can register with. It leaves here once and is kept nowhere.
 * @throws signup.inviteOff unless the installation takes invites and has a password for making them,
 *   signup.invitePasswordWrong
 */
export async function newInvite(
  ctx: UserContext,
  { password }: { password: string },
): Promise<{ key: string }> {
  const { SIGNUP_MODE, INVITE_PASSWORD, INVITE_VALIDITY } = ctx.config;
  if (SIGNUP_MODE !== 'invite' || !INVITE_PASSWORD) throw new AppError('signup.inviteOff');
  if (!isSame(password, INVITE_PASSWORD)) throw new AppError('signup.invitePasswordWrong');
  const key = ctx.newId();
  await ctx.db.invite.create({
    data: {
      id: ctx.newId(),
      ...keptOf(key),
      createdById: ctx.viewer.id,
      createdAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + INVITE_VALIDITY),
    },
  });
  return { key };
}

/** As slow for a near miss as for any other, and for every length. */
const isSame = (given: string, wanted: string) => timingSafeEqual(digest(given), digest(wanted));
const digest = (text: string) => createHash('sha256').update(text).digest();
