import 'server-only';
import type { ShareQuery } from '@/lib/contract/share';
import type { ShareListItem } from '@/lib/contract/share-shapes';
import { publishState } from '@/lib/domain/publish';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { sharedAliases } from '@/lib/server/services/alias/shared-aliases';
import { matchingShares } from './matching';

const include = { alias: { select: { id: true, name: true } }, publication: true } as const;
const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] satisfies Prisma.ShareOrderByWithRelationInput[];
type Row = Prisma.ShareGetPayload<{ include: typeof include }>;

/** Own shares and those of shared aliases, newest first; those with words in them are found by `matchingShares`. */
export async function searchShares(ctx: UserContext, query: ShareQuery) {
  const shared = await sharedAliases(ctx);
  if (query.q === '') return allShares(ctx, shared, query);
  const { ids, total } = await matchingShares(ctx, shared, query);
  const rows = await ctx.db.share.findMany({ where: { id: { in: ids } }, include, orderBy: newestFirst });
  return { items: rows.map((row) => listItem(row, ctx.now)), total };
}

/** Indexes: Share_ownerId_createdAt_id and Share_aliasId_createdAt_id. */
async function allShares(ctx: UserContext, shared: string[], { page, pageSize, alias }: ShareQuery) {
  const through = alias === undefined ? {} : { aliasId: alias };
  const [rows, total] = await Promise.all([
    ctx.db.share.findMany({
      where: { AND: [visible(ctx, shared), through] },
      include,
      orderBy: newestFirst,
      take: pageSize,
      skip: (page - 1) * pageSize,
    }),
    listTotals(ctx, shared, through),
  ]);
  return { items: rows.map((row) => listItem(row, ctx.now)), total };
}

/** The rule `managedBy`, in words that an index can follow. */
const visible = ({ viewer }: UserContext, shared: string[]): Prisma.ShareWhereInput =>
  shared.length === 0
    ? { ownerId: viewer.id }
    : { OR: [{ ownerId: viewer.id }, { aliasId: { in: shared } }] };

function listItem(row: Row, now: Date): ShareListItem {
  const state = publishState(row.publication, row.maxViews, now);
  return {
    id: row.id,
    name: row.name,
    aliasInfo: row.alias,
    validity: Number(row.validityMs),
    maxViews: row.maxViews,
    password: row.passwordHash !== null,
    created: row.createdAt.getTime(),
    files: row.fileCount,
    size: Number(row.sizeBytes),
    published: state === 'unpublished' ? null : state !== 'expired',
    downloads: row.publication?.downloads ?? 0,
    usedUp: state === 'used-up',
  };
}

type Totals = { shares: number; size: number };

/** Number and size of all shares that somebody manages, or of what came through one alias: by the tally. */
async function listTotals(
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
