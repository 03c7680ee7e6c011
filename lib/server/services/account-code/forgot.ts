import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { normalLogin } from '@/lib/domain/ident';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import type { Context, UserContext } from '@/lib/server/context';
import type { Account, Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { countTries, isBelowLimit } from '@/lib/server/limits/attempt';
import { clientKey, receiverKey } from '@/lib/server/limits/counters';
import { mayEnter } from '@/lib/server/services/account/lock';
import { codeMs } from './code';

/**
 * Does the same for known and unknown accounts, so that neither answer nor time tells them apart: the job that sends
 * the mail looks the account up.
 * @throws mail.off, limit.attempts
 */
export async function requestReset(ctx: Context, { account }: { account: string }): Promise<void> {
  if (!ctx.mail) throw new AppError('mail.off');
  await countTries(ctx, [{ limit: 'forgot', of: [clientKey(ctx.client.address)] }]);
  await ctx.db.$transaction(async (tx) => {
    const mail = { address: account };
    await record(ctx, { event: 'account.forgot', details: { login: account }, mail }, tx);
  });
}

type ResetAccount = Pick<Account, 'id' | 'login' | 'email' | 'language'>;

/**
 * Finds accounts with a password here, by login or address. Who is leaving comes back by signing in, so they count.
 * Indexes: Account_login_key, Account_email_lower_idx.
 */
export const findResettable = ({ db }: Context, account: string): Promise<ResetAccount[]> => {
  const login = normalLogin(account);
  return db.$queryRaw<ResetAccount[]>`
    SELECT "id", "login", "email", "language" FROM "Account"
    WHERE ("login" = ${login} OR "smallLetters"("email") = "smallLetters"(${account.trim()}))
      AND "source" = 'intern' AND ("state" = 'Active' OR "leavesAt" IS NOT NULL) AND "deletingAt" IS NULL
    ORDER BY "login" = ${login} DESC, "createdAt" LIMIT 50`;
};

type ForgotNotice = { address: string | null; createdAt: Date };

/** Queues one mail for each address, unless an address has got too many. */
export async function queueResets(ctx: Context, { address, createdAt }: ForgotNotice): Promise<void> {
  if (address === null || ctx.now.getTime() - createdAt.getTime() > codeMs.reset) return;
  const accounts = await findResettable(ctx, address);
  const usable = accounts.map(({ email }) => email ?? '').filter((email) => mailAddress(email) !== null);
  for (const email of new Map(usable.map((each) => [each.toLowerCase(), each])).values()) {
    if (await isBelowLimit(ctx, { limit: 'reset', of: [receiverKey(email)] }))
      await record(ctx, { event: 'account.resetAsked', mail: { address: email } }, ctx.db);
  }
}

/** An admin's choice, which isn't limited. @throws mail.off, account.notFound, account.noReset */
export async function sendResetLink(ctx: UserContext, { accountId }: { accountId: string }): Promise<void> {
  if (!ctx.mail) throw new AppError('mail.off');
  await ctx.db.$transaction(async (tx) => {
    const { email } = await findForReset(tx, { id: accountId });
    if (mailAddress(email ?? '') === null) throw new AppError('account.noReset');
    const object = { type: 'account', id: accountId } as const;
    await record(ctx, { event: 'account.resetLink', object, mail: { accountId } }, tx);
  });
}

/** @throws account.notFound, account.noReset for one that can't sign in with a password */
export async function findForReset(
  db: Prisma.TransactionClient,
  where: { id: string } | { login: string },
): Promise<Account> {
  const account = await db.account.findFirst({ where: { ...where, deletingAt: null } });
  if (!account) throw new AppError('account.notFound');
  if (account.source !== 'intern' || !mayEnter(account)) throw new AppError('account.noReset');
  return account;
}
