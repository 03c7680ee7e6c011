import 'server-only';
import { createHash } from 'node:crypto';
import { AppError } from '@/lib/contract/errors';
import type { OpenInvite } from '@/lib/contract/signup';
import { hashedForm, passwordForms } from '@/lib/domain/pasted/plain-text';
import { audit } from '@/lib/server/audit/audit';
import { recordAuthFail } from '@/lib/server/audit/auth-fail';
import { isSameSecret } from '@/lib/server/auth/tokens';
import type { Context, UserContext } from '@/lib/server/context';
import { attempt } from '@/lib/server/limits/attempt';
import { checkTextChange } from '@/lib/server/services/changed';

/** Admins see and revoke the invites of all admins. */
export async function listInvites(ctx: UserContext): Promise<{ items: OpenInvite[] }> {
  const rows = await ctx.db.invite.findMany({
    where: { expiresAt: { gt: ctx.now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    include: { createdBy: { select: { login: true, deletingAt: true } } },
    take: 1000,
  });
  const items = rows.map(({ id, keyStart, label, createdBy, createdAt, expiresAt }) => ({
    id,
    keyStart,
    label,
    createdBy: createdBy && !createdBy.deletingAt ? createdBy.login : null,
    created: createdAt.getTime(),
    expires: expiresAt.getTime(),
  }));
  return { items };
}

type NewLabel = { id: string; label: string | null; was?: string | null | undefined };

/** @throws invite.notFound also if used meanwhile, request.changed */
export async function labelInvite(ctx: UserContext, { id, label, was }: NewLabel): Promise<void> {
  const change = label?.trim() || null;
  await ctx.db.$transaction(async (tx) => {
    const [invite] = await tx.$queryRaw<{ label: string | null }[]>`
      SELECT "label" FROM "Invite" WHERE "id" = ${id} AND "expiresAt" > ${ctx.now}::timestamptz FOR UPDATE`;
    if (!invite) throw new AppError('invite.notFound');
    checkTextChange('label', { change, was, now: invite.label });
    await tx.invite.update({ where: { id }, data: { label: change } });
  });
}

/** @throws invite.notFound also if used meanwhile */
export async function revokeInvite(ctx: UserContext, { id }: { id: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.invite.deleteMany({ where: { id, expiresAt: { gt: ctx.now } } });
    if (count === 0) throw new AppError('invite.notFound');
    await audit(ctx, { event: 'invite.revoke', object: { type: 'invite', id } }, tx);
  });
}

export async function removeExpiredInvites(ctx: Context): Promise<number> {
  const { count } = await ctx.db.invite.deleteMany({ where: { expiresAt: { lte: ctx.now } } });
  return count;
}

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

/** Keys have 187 random bits, so a plain hash is safe. */
export const inviteKeyHash = (key: string): string => createHash('sha256').update(key).digest('hex');

/** Enough to recognize a key, not to use it. */
export const storedKey = (key: string) => ({ keyHash: inviteKeyHash(key), keyStart: key.slice(0, 6) });
