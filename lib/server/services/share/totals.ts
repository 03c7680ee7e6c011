import 'server-only';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

type Totals = { shares: number; size: number };

/**
 * Number and size of the shares that a list speaks of: of all that somebody manages, or of what came
 * through one alias, by the tally; of a search by its matches.
 */
export async function listTotals(
  ctx: UserContext,
  of: { shared: string[]; through: { aliasId?: string } } | { where: Prisma.ShareWhereInput },
): Promise<Totals> {
  if ('where' in of) {
    const { _count, _sum } = await ctx.db.share.aggregate({
      where: of.where,
      _count: true,
      _sum: { sizeBytes: true },
    });
    return { shares: _count, size: Number(_sum.sizeBytes ?? 0) };
  }
  const { _sum } = await ctx.db.tally.aggregate({
    where: { OR: [{ ownerId: ctx.viewer.id }, { aliasId: { in: of.shared } }], ...of.through },
    _sum: { shares: true, sizeBytes: true },
  });
  return { shares: Number(_sum.shares ?? 0), size: Number(_sum.sizeBytes ?? 0) };
}
