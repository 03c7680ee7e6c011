import 'server-only';
import type { UserContext } from '@/lib/server/context';

type Totals = { shares: number; size: number };

/** Number and size of all shares that somebody manages, or of what came through one alias: by the tally. */
export async function listTotals(
  ctx: UserContext,
  shared: string[],
  through: { aliasId?: string },
): Promise<Totals> {
  const { _sum } = await ctx.db.tally.aggregate({
    where: { OR: [{ ownerId: ctx.viewer.id }, { aliasId: { in: shared } }], ...through },
    _sum: { shares: true, sizeBytes: true },
  });
  return { shares: Number(_sum.shares ?? 0), size: Number(_sum.sizeBytes ?? 0) };
}
