import 'server-only';
import type { AccountDetail } from '@/lib/contract/account';
import type { Context } from '@/lib/server/context';
import type { Account } from '@/lib/server/db/generated/client';
import { effectiveLimits } from '@/lib/server/services/quota/usage';

export async function accountDetails(ctx: Context, rows: Account[]): Promise<AccountDetail[]> {
  const where = { ownerId: { in: rows.map(({ id }) => id) } };
  const [tallies, aliases, shared] = await Promise.all([
    ctx.db.tally.groupBy({
      by: ['ownerId'],
      where,
      _sum: { shares: true, sizeBytes: true, files: true },
    }),
    ctx.db.alias.groupBy({ by: ['ownerId'], where, _count: true }),
    ctx.db.alias.groupBy({ by: ['ownerId'], where: { ...where, members: { some: {} } }, _count: true }),
  ]);
  const sums = new Map(tallies.map(({ ownerId, _sum }) => [ownerId, _sum]));
  const countsOf = (groups: typeof aliases) => new Map(groups.map((group) => [group.ownerId, group._count]));
  const [aliasCounts, sharedCounts] = [countsOf(aliases), countsOf(shared)];
  return rows.map((row) => {
    const { id, login, source, state, admin, email, loginCount, lastLoginAt, createdAt } = row;
    const sum = sums.get(id);
    return {
      id,
      login,
      source,
      state,
      admin,
      email,
      loginCount,
      shares: Number(sum?.shares ?? 0),
      aliases: aliasCounts.get(id) ?? 0,
      sharedAliases: sharedCounts.get(id) ?? 0,
      lastLogin: lastLoginAt?.getTime() ?? null,
      created: createdAt.getTime(),
      maxBytes: row.maxBytes === null ? null : Number(row.maxBytes),
      maxFiles: row.maxFiles,
      usage: {
        bytes: Number(sum?.sizeBytes ?? 0),
        files: Number(sum?.files ?? 0),
        ...effectiveLimits(ctx, row),
      },
    };
  });
}
