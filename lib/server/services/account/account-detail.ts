import 'server-only';
import type { AccountDetail } from '@/lib/contract/account';
import type { Context } from '@/lib/server/context';
import type { Account } from '@/lib/server/db/generated/client';

/** What admins see of accounts: no hash, and with it what belongs to each. */
export async function accountDetails(ctx: Context, rows: Account[]): Promise<AccountDetail[]> {
  const where = { ownerId: { in: rows.map(({ id }) => id) } };
  const [shares, aliases] = await Promise.all([
    ctx.db.tally.groupBy({ by: ['ownerId'], where, _sum: { shares: true } }),
    ctx.db.alias.groupBy({ by: ['ownerId'], where, _count: true }),
  ]);
  const shareCounts = new Map(shares.map(({ ownerId, _sum }) => [ownerId, Number(_sum.shares)]));
  const aliasCounts = new Map(aliases.map(({ ownerId, _count }) => [ownerId, _count]));
  return rows.map(({ id, login, source, state, admin, email, loginCount, lastLoginAt, createdAt }) => ({
    id,
    login,
    source,
    state,
    admin,
    email,
    loginCount,
    shares: shareCounts.get(id) ?? 0,
    aliases: aliasCounts.get(id) ?? 0,
    lastLogin: lastLoginAt?.getTime() ?? null,
    created: createdAt.getTime(),
  }));
}
