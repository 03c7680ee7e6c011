import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { admissionRules } from '@/lib/server/config/admission';
import type { Context } from '@/lib/server/context';
import type { Account, Prisma } from '@/lib/server/db/generated/client';

type AccountRow = {
  id: string;
  login: string;
  source: string;
  admin: boolean;
  state: Account['state'];
  refused: boolean;
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
export async function lockAccount(
  { config }: Pick<Context, 'config'>,
  tx: Prisma.TransactionClient,
  accountId: string,
): Promise<LockedAccount> {
  const rows = await tx.$queryRaw<AccountRow[]>`
    SELECT "id", "login", "source", "admin", "state"::text, "refused", "email", "maxBytes"::float8, "maxFiles" FROM "Account"
    WHERE "deletingAt" IS NULL AND ("id" = ${accountId} OR ("admin" AND "state" = 'Active'))
    ORDER BY "id" FOR NO KEY UPDATE`;
  const account = rows.find(({ id }) => id === accountId);
  if (!account) throw new AppError('account.notFound');
  // Admins by groups may be none tomorrow, so they don't count for a local one.
  const isByGroups = ({ source }: AccountRow) => Boolean(admissionRules(config, source)?.adminGroups);
  const others = rows.filter(
    (row) => row.id !== accountId && isActiveAdmin(row) && (isByGroups(account) || !isByGroups(row)),
  );
  const isLastAdmin = isActiveAdmin(account) && others.length === 0;
  return { ...account, isLastAdmin };
}

/** Somebody who is leaving comes back by signing in. */
export const mayEnter = ({ state, leavesAt }: Pick<Account, 'state' | 'leavesAt'>) =>
  state === 'Active' || leavesAt !== null;

/** The same for queries. */
export const enterable = { OR: [{ state: 'Active' as const }, { leavesAt: { not: null } }] };

export const isActiveAdmin = ({ admin, state }: Pick<AccountRow, 'admin' | 'state'>) =>
  admin && state === 'Active';

/** Only a registration makes an account pending. @throws request.invalid naming `state` */
export function checkState(state: Account['state'], before: Account['state'] | null): void {
  if (state === 'Pending' && before !== 'Pending')
    throw new AppError('request.invalid', { field: 'state', reason: 'unsupported' });
}
