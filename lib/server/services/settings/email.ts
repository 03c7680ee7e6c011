import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import type { UserContext } from '@/lib/server/context';
import { record } from '@/lib/server/journal/record';
import { createCode, pendingEmailCode } from '@/lib/server/services/account-code/code';
import { checkTextChange } from '@/lib/server/services/changed';
import { spendLetters } from '@/lib/server/services/mail/allowance';
import { proveOwnPassword } from './password';

type OwnEmail = { email: string | null; verified: boolean; pending: string | null };

export async function getEmail(ctx: UserContext): Promise<OwnEmail> {
  const { id } = ctx.viewer;
  const { email, provenEmail } = await ctx.db.account.findUniqueOrThrow({ where: { id } });
  const pending = await pendingEmailCode(ctx, id);
  return {
    email,
    verified: email !== null && email.toLowerCase() === provenEmail,
    pending: pending?.address ?? null,
  };
}

/** Mail is on, but the account has no valid address. */
export async function isUnreachable(ctx: UserContext): Promise<boolean> {
  if (ctx.mail === null) return false;
  const { email } = await ctx.db.account.findUniqueOrThrow({ where: { id: ctx.viewer.id } });
  return mailAddress(email ?? '') === null;
}

type EmailChange = {
  email: string | null;
  /** The value that the caller last read. */
  was?: string | null | undefined;
  password?: string | null | undefined;
};

/**
 * Asks for the password in sessions of browsers, and mails a link to confirm the new address. Programs set it at once.
 * The old address is told. The present one gives up one that waits.
 * @throws request.changed, settings.passwordWrong, mail.limitReached, mail.receiverLimit, limit.attempts
 */
export async function setEmail(
  ctx: UserContext,
  change: EmailChange,
): Promise<{ pending: boolean; change: string }> {
  const { email, was } = change;
  const { id: accountId } = ctx.viewer;
  const proof = await proveChange(ctx, change);
  const isGivenUp = proof.isSame && (await pendingEmailCode(ctx, accountId)) !== null;
  const isMailed = !proof.isProgram && ctx.mail !== null && email !== null && !isGivenUp;
  if (isMailed && mailAddress(email) === null)
    throw new AppError('request.invalid', { field: 'email', reason: 'notAnEmail' });
  if (isMailed) await spendLetters(ctx, { kind: 'user', id: accountId }, [email]);
  const kind = isGivenUp ? 'kept' : isMailed ? 'asked' : email === null ? 'removed' : 'set';
  await ctx.db.$transaction(async (tx) => {
    const [present] = await tx.$queryRaw<{ email: string | null; passwordHash: string | null }[]>`
      SELECT "email", "passwordHash" FROM "Account" WHERE "id" = ${accountId} FOR NO KEY UPDATE`;
    checkTextChange('email', { change: email, was, now: present?.email });
    if (proof.passwordHash !== undefined && proof.passwordHash !== present?.passwordHash)
      throw new AppError('settings.passwordWrong');
    await tx.accountCode.deleteMany({ where: { accountId, kind: 'email', usedAt: null } });
    const entry = { object: { type: 'account', id: accountId }, details: { change: kind } } as const;
    if (isMailed) {
      await createCode(ctx, tx, { accountId, kind: 'email', address: email });
      return record(ctx, { event: 'email.ask', ...entry, mail: { accountId } }, tx);
    }
    await tx.account.update({ where: { id: accountId }, data: { email } });
    const old = present?.email;
    const mail = old && old.toLowerCase() !== email?.toLowerCase() ? { accountId, address: old } : null;
    await record(ctx, { event: 'email.set', ...entry, mail }, tx);
  });
  return { pending: isMailed, change: kind };
}

type ChangeProof = {
  isProgram: boolean;
  isSame: boolean;
  /** Set when the password was asked for. */
  passwordHash?: string | null;
};

async function proveChange(ctx: UserContext, { email, password }: EmailChange): Promise<ChangeProof> {
  const { id, sessionId } = ctx.viewer;
  const account = await ctx.db.account.findUniqueOrThrow({ where: { id } });
  const session = await ctx.db.session.findUnique({ where: { id: sessionId }, select: { isProgram: true } });
  const isProgram = session?.isProgram ?? false;
  const isSame = email?.toLowerCase() === account.email?.toLowerCase();
  if (isProgram || isSame || account.source !== 'intern') return { isProgram, isSame };
  const { passwordHash } = await proveOwnPassword(ctx, password ?? '', 'settings.email');
  return { isProgram, isSame, passwordHash };
}
