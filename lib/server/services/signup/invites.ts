import 'server-only';
import { createHash } from 'node:crypto';
import { AppError } from '@/lib/contract/errors';
import type { OpenInvite } from '@/lib/contract/signup';
import { readRecipients } from '@/lib/domain/mail/recipients';
import { hashedForm, passwordForms } from '@/lib/domain/pasted/plain-text';
import { isSameSecret } from '@/lib/server/auth/tokens';
import type { Context, UserContext } from '@/lib/server/context';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { record } from '@/lib/server/journal/record';
import { attempt } from '@/lib/server/limits/attempt';
import { findHolders } from '@/lib/server/services/account-code/confirm-email';
import { checkTextChange } from '@/lib/server/services/changed';
import { checkedAddresses, spendLetters } from '@/lib/server/services/mail/allowance';

/** Admins see and revoke the invites of all admins. */
export async function listInvites(ctx: UserContext): Promise<{ items: OpenInvite[] }> {
  const rows = await ctx.db.invite.findMany({
    where: { expiresAt: { gt: ctx.now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    include: { createdBy: { select: { login: true, deletingAt: true } } },
    take: 1000,
  });
  const items = rows.map(({ id, keyStart, address, label, createdBy, createdAt, expiresAt }) => ({
    id,
    keyStart,
    address,
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
    await record(ctx, { event: 'invite.revoke', object: { type: 'invite', id } }, tx);
  });
}

export async function removeExpiredInvites(ctx: Context): Promise<number> {
  const { count } = await ctx.db.invite.deleteMany({ where: { expiresAt: { lte: ctx.now } } });
  return count;
}

type NewInvite = { password: string; email?: string | null | undefined };

/**
 * Creates a single-use key, which is stored only as a hash. It is returned once, or, for an address, made with its
 * mail, so that nobody else can know it.
 * @returns `to` is `none` without an address
 * @throws signup.inviteOff, signup.invitePasswordWrong, signup.addressKnown, limit.attempts, mail.off,
 * mail.badRecipients, mail.tooManyRecipients, mail.limitReached, mail.receiverLimit
 */
export async function newInvite(
  ctx: UserContext,
  { password, email }: NewInvite,
): Promise<{ key: string | null; to: string }> {
  const { SIGNUP_MODE, INVITE_PASSWORD, INVITE_VALIDITY } = ctx.config;
  if (SIGNUP_MODE !== 'invite' || !INVITE_PASSWORD) throw new AppError('signup.inviteOff');
  const [address = null] = email?.trim() ? checkedAddresses(readRecipients([email]), 1) : [];
  if (address !== null && !ctx.mail) throw new AppError('mail.off');
  const tally = { limit: 'invitePassword', of: [ctx.viewer.id] } as const;
  if (!(await attempt(ctx, [tally], async () => matchesSecret(password, INVITE_PASSWORD) || null))) {
    recordAuthFail(ctx, { kind: 'invite', reason: 'bad_password', account: ctx.viewer.login });
    await record(ctx, { event: 'invite.create', outcome: 'refused' });
    throw new AppError('signup.invitePasswordWrong');
  }
  if (address !== null) await checkIsNew(ctx, address);
  if (address !== null) await spendLetters(ctx, { kind: 'user', id: ctx.viewer.id }, [address]);
  const id = ctx.newId();
  const key = address === null ? ctx.newId() : null;
  const stored = key === null ? { keyStart: '', address } : storedKey(key);
  const expiresAt = new Date(ctx.now.getTime() + INVITE_VALIDITY);
  await ctx.db.$transaction(async (tx) => {
    await tx.invite.create({
      data: { id, ...stored, createdById: ctx.viewer.id, createdAt: ctx.now, expiresAt },
    });
    const mail = address === null ? null : { id };
    await record(ctx, { event: 'invite.create', object: { type: 'invite', id }, mail }, tx);
  });
  return { key, to: address ?? 'none' };
}

/** @throws signup.addressKnown */
async function checkIsNew({ db }: Context, address: string): Promise<void> {
  const [known] = await findHolders(db, address);
  if (known) throw new AppError('signup.addressKnown', { login: known.login });
}

/** Gives a mailed invite a new key, in place of an earlier one. Returns null for one that is over. */
export async function writeKey(ctx: Context, id: string) {
  const key = ctx.newId();
  const where = { id, address: { not: null }, expiresAt: { gt: ctx.now } };
  const { count } = await ctx.db.invite.updateMany({ where, data: { keyHash: inviteKeyHash(key) } });
  const invite = await ctx.db.invite.findFirst({
    where,
    include: { createdBy: { select: { language: true } } },
  });
  return count === 1 && invite?.address ? { ...invite, address: invite.address, key } : null;
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
