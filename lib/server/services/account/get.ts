import 'server-only';
import type { AccountDetail } from '@/lib/contract/account';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { accountDetails } from './account-detail';

export async function getAccount(
  ctx: UserContext,
  { accountId }: { accountId: string },
): Promise<AccountDetail> {
  const rows = await ctx.db.account.findMany({ where: { id: accountId, deletingAt: null } });
  const [detail] = await accountDetails(ctx, rows);
  if (!detail) throw new AppError('account.notFound');
  return detail;
}
