import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Prisma } from '@/lib/server/db/generated/client';

type AccountRow = {
  id: string;
  login: string;
  admin: boolean;
  state: 'Active' | 'Disabled';
  email: string | null;
  maxBytes: number | null;
  maxFiles: number | null;
};
export type LockedAccount = AccountRow & { isLastAdmin: boolean };

/**
 * Locks an account and all active admins until the transaction ends, always in the same order: of two concurrent
 * changes, the second sees the admins that the first has left.
 * @throws account.notFound also for an account that is being deleted
 */
export async function lockAccount(tx: Prisma.TransactionClient, accountId: string): Promise<LockedAccount> {
  const rows = await tx.$queryRaw<AccountRow[]>`
    SELECT "id", "login", "admin", "state"::text, "email", "maxBytes"::float8, "maxFiles" FROM "Account"
    WHERE "deletingAt" IS NULL AND ("id" = ${accountId} OR ("admin" AND "state" = 'Active'))
    ORDER BY "id" FOR NO KEY UPDATE`;
  const account = rows.find(({ id }) => id === accountId);
  if (!account) throw new AppError('account.notFound');
  const isLastAdmin = isActiveAdmin(account) && rows.filter(isActiveAdmin).length === 1;
  return { ...account, isLastAdmin };
}

export const isActiveAdmin = ({ admin, state }: Pick<AccountRow, 'admin' | 'state'>) =>
  admin && state === 'Active';
