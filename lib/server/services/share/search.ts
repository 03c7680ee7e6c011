import 'server-only';
import type { ListQuery } from '@/lib/contract/fields';
import type { ShareListItem } from '@/lib/contract/share';
import { publishState } from '@/lib/domain/publish';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { containing } from '@/lib/server/services/containing';
import { managedBy } from './access';

const include = { alias: { select: { id: true, name: true } }, publication: true } as const;
type Row = Prisma.ShareGetPayload<{ include: typeof include }>;
type FileTotals = { files: number; size: number };

/** Indexes: Share_ownerId_createdAt_id and Share_aliasId_createdAt_id for the order, the trigram one for the words. */
export async function searchShares(ctx: UserContext, { q, page, pageSize }: ListQuery) {
  const where = { AND: [managedBy(ctx.viewer), matching(q)] };
  const [rows, shares, bytes] = await Promise.all([
    ctx.db.share.findMany({
      where,
      include,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: pageSize,
      skip: (page - 1) * pageSize,
    }),
    ctx.db.share.count({ where }),
    ctx.db.file.aggregate({ where: { share: where }, _sum: { sizeBytes: true } }),
  ]);
  const totals = await fileTotals(ctx, rows);
  return {
    items: rows.map((row) => listItem(row, totals.get(row.id), ctx.now)),
    total: { shares, size: Number(bytes._sum.sizeBytes ?? 0) },
  };
}

function matching(q: string): Prisma.ShareWhereInput {
  if (q === '') return {};
  const words = containing(q);
  return { OR: [{ name: words }, { id: words }, { description: words }, { alias: { name: words } }] };
}

async function fileTotals(ctx: UserContext, rows: Row[]): Promise<Map<string, FileTotals>> {
  const groups = await ctx.db.file.groupBy({
    by: ['shareId'],
    where: { shareId: { in: rows.map(({ id }) => id) } },
    _count: true,
    _sum: { sizeBytes: true },
  });
  return new Map(groups.map((g) => [g.shareId, { files: g._count, size: Number(g._sum.sizeBytes ?? 0) }]));
}

function listItem(row: Row, totals: FileTotals | undefined, now: Date): ShareListItem {
  const state = publishState(row.publication, row.maxViews, now);
  return {
    id: row.id,
    name: row.name,
    aliasInfo: row.alias,
    validity: Number(row.validityMs),
    maxViews: row.maxViews,
    password: row.passwordHash !== null,
    created: row.createdAt.getTime(),
    files: totals?.files ?? 0,
    size: totals?.size ?? 0,
    published: state === 'unpublished' ? null : state !== 'expired',
    usedUp: state === 'used-up',
  };
}
