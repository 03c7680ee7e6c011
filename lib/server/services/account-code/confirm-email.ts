import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import type { Account, Prisma } from '@/lib/server/db/generated/client';
import { accountActor } from '@/lib/server/journal/audit';
import { record } from '@/lib/server/journal/record';
import { readCode, spendCode } from './code';

/**
 * Makes the address that the link was mailed to the account's, proven, and tells the old one. Opens a new account that
 * waits for it.
 * @throws code.over
 */
export async function confirmEmail(ctx: Context, { token: code }: { token: string }): Promise<void> {
  const { accountId } = await readCode(ctx, code);
  await ctx.db.$transaction(async (tx) => {
    const spent = await spendCode(ctx, tx, { code, kind: 'email', accountId });
    const { address, login, admin, email: old, state } = spent;
    const provenEmail = address?.toLowerCase() ?? null;
    if (state === 'Pending') await checkIsFree(tx, provenEmail ?? '');
    const data = { email: address, provenEmail, state: 'Active' } as const;
    await tx.account.update({ where: { id: accountId }, data });
    const actor = accountActor({ id: accountId, login, admin });
    const object = { type: 'account', id: accountId } as const;
    const details = { change: 'confirmed' };
    const payload = state === 'Pending' ? { account: accountId, login } : null;
    const mail = old && old.toLowerCase() !== provenEmail ? { accountId, address: old } : null;
    await record(ctx, { event: 'account.confirm', actor, object, details, payload, mail }, tx);
  });
}

/** Of two new accounts that confirm one address at once, the second finds the first. @throws code.over */
async function checkIsFree(tx: Prisma.TransactionClient, address: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM (SELECT pg_advisory_xact_lock(hashtextextended(${address}, 0))) locked`;
  if ((await findHolders(tx, address)).length > 0) throw new AppError('code.over');
}

/** New accounts don't count until they have proven it, so that nobody keeps an address from its owner. */
export const findHolders = (
  db: Prisma.TransactionClient,
  address: string,
): Promise<Pick<Account, 'login' | 'language'>[]> => db.$queryRaw`
  SELECT "login", "language" FROM "Account"
  WHERE "smallLetters"("email") = "smallLetters"(${address}) AND "state" <> 'Pending' AND "deletingAt" IS NULL
  ORDER BY "createdAt" LIMIT 50`;
