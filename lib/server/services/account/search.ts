import 'server-only';
import type { ListQuery } from '@/lib/contract/fields';
import type { UserContext } from '@/lib/server/context';
import { containing } from '@/lib/server/services/containing';
import { accountDetails } from './account-detail';

/** Accounts by login, without those that are being deleted. */
export async function searchAccounts(ctx: UserContext, { q, page, pageSize }: ListQuery) {
  const where = { deletingAt: null, ...(q && { login: containing(q) }) };
  const [rows, total] = await Promise.all([
    ctx.db.account.findMany({
      where,
      orderBy: { login: 'asc' },
      take: pageSize,
      skip: (page - 1) * pageSize,
    }),
    ctx.db.account.count({ where }),
  ]);
  return { items: await accountDetails(ctx, rows), total };
}
