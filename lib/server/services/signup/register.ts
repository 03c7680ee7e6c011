import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Registration } from '@/lib/contract/signup';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { record } from '@/lib/server/journal/record';
import { attempt, countTries } from '@/lib/server/limits/attempt';
import { clientKey, receiverKey } from '@/lib/server/limits/counters';
import { checkNewPassword } from '@/lib/server/services/account/check-password';
import { insertAccount } from '@/lib/server/services/account/create';
import { createCode } from '@/lib/server/services/account-code/code';
import { inviteKeyHash } from './invites';

/**
 * Creates an account and spends the key in the same transaction: a key gives one account, and a taken login
 * keeps the key. Does the same for addresses that are free and in use.
 * @returns `wait` is `yes` for an account that opens once its address is confirmed
 * @throws signup.closed, signup.inviteInvalid, signup.domainClosed, account.loginTaken, account.passwordCommon,
 * account.passwordIsName, limit.attempts, mail.off, request.invalid naming `email`
 */
export async function register(ctx: Context, registration: Registration): Promise<{ wait: 'yes' | 'no' }> {
  const { SIGNUP_MODE } = ctx.config;
  if (SIGNUP_MODE === 'closed') throw new AppError('signup.closed');
  const key = SIGNUP_MODE === 'invite' ? (registration.invite ?? '') : null;
  // Says nothing about keys or logins, so it need not cost an attempt.
  checkNewPassword(ctx, registration);
  const limit = key === null ? 'register' : 'registerInvited';
  const counters = [{ limit, of: [clientKey(ctx.client.address)] }] as const;
  const counting = { countsAsTry: isRefusal };
  const state = await attempt(ctx, counters, () => registerAccount(ctx, registration, key), counting);
  return { wait: state === 'Pending' ? 'yes' : 'no' };
}

/** Excludes errors of a busy or broken server. */
const isRefusal = (error: unknown): boolean => error instanceof AppError && error.status === 200;

async function registerAccount(
  ctx: Context,
  { login, password, email = null }: Registration,
  key: string | null,
): Promise<NewAddress['state']> {
  // Hashing is expensive, so the key is checked first.
  const invite = key === null ? null : await ctx.db.invite.findUnique({ where: usableInvite(ctx, key) });
  if (key !== null && !invite) {
    recordAuthFail(ctx, { kind: 'invite', reason: 'no_such_key', account: login });
    await record(ctx, { event: 'invite.use', outcome: 'refused', details: { login } });
    throw new AppError('signup.inviteInvalid');
  }
  const { toProve, ...address } = newAddress(ctx, email, invite?.address ?? null);
  const passwordHash = await hashPassword(password, ctx);
  if (toProve) await countTries(ctx, [{ limit: 'confirmMail', of: [receiverKey(toProve)] }]);
  const id = ctx.newId();
  const actor = { kind: 'user', id, login } as const;
  await ctx.db.$transaction(async (tx) => {
    if (key !== null) {
      const invite = await spendInvite(ctx, tx, key);
      await record(ctx, { event: 'invite.use', actor, object: { type: 'invite', id: invite.id } }, tx);
    }
    await insertAccount(tx, { id, login, passwordHash, createdAt: ctx.now, ...address });
    if (toProve) await createCode(ctx, tx, { accountId: id, kind: 'email', address: toProve });
    const payload = address.state === 'Active' ? { account: id, login } : null;
    const mail = toProve ? { accountId: id } : null;
    const object = { type: 'account', id } as const;
    await record(ctx, { event: 'account.register', actor, object, payload, mail }, tx);
  });
  return address.state;
}

type NewAddress = {
  state: 'Active' | 'Pending';
  email?: string;
  provenEmail?: string;
  /** Gets a mail with a link. */
  toProve?: string;
};

/** @throws signup.domainClosed, mail.off, request.invalid naming `email` */
function newAddress(ctx: Context, given: string | null, invited: string | null): NewAddress {
  const { SIGNUP_EMAIL } = ctx.config;
  if (invited !== null) return { state: 'Active', email: invited, provenEmail: invited.toLowerCase() };
  const text = given?.trim() ?? '';
  if (SIGNUP_EMAIL === 'off' || (SIGNUP_EMAIL === 'optional' && text === '')) return { state: 'Active' };
  const email = requireAddress(text);
  if (SIGNUP_EMAIL === 'optional') return { state: 'Active', ...(ctx.mail ? { toProve: email } : { email }) };
  checkDomain(ctx, email);
  if (!ctx.mail) throw new AppError('mail.off');
  return { state: 'Pending', email, toProve: email };
}

function requireAddress(text: string): string {
  const email = mailAddress(text);
  if (email !== null) return email;
  throw new AppError('request.invalid', { field: 'email', reason: text === '' ? 'missing' : 'notAnEmail' });
}

function checkDomain({ config: { SIGNUP_DOMAINS } }: Context, email: string): void {
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (SIGNUP_DOMAINS.length > 0 && !SIGNUP_DOMAINS.includes(domain))
    throw new AppError('signup.domainClosed', { list: SIGNUP_DOMAINS.join(', ') });
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
