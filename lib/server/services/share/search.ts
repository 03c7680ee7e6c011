import 'server-only';
import type { ShareQuery } from '@/lib/contract/share';
import type { ShareListItem } from '@/lib/contract/share-shapes';
import { publishState } from '@/lib/domain/publish';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { sharedAliases } from '@/lib/server/services/alias/shared-aliases';
import { containing } from '@/lib/server/services/containing';
import { listTotals } from './totals';

const include = { alias: { select: { id: true, name: true } }, publication: true } as const;
type Row = Prisma.ShareGetPayload<{ include: typeof include }>;

/** Indexes: Share_ownerId_createdAt_id and Share_aliasId_createdAt_id for the order, the trigram one for the words. */
export async function searchShares(ctx: UserContext, { q, page, pageSize, alias }: ShareQuery) {
  const shared = await sharedAliases(ctx);
  const through = alias === undefined ? {} : { aliasId: alias };
  const where = { AND: [visible(ctx, shared), through, q === '' ? {} : await matching(ctx, shared, q)] };
  const [rows, total] = await Promise.all([
    ctx.db.share.findMany({
      where,
      include,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: pageSize,
      skip: (page - 1) * pageSize,
    }),
    listTotals(ctx, q === '' ? { shared, through } : { where }),
  ]);
  return { items: rows.map((row) => listItem(row, ctx.now)), total };
}

/** The rule `managedBy`, in words that an index can follow. */
const visible = ({ viewer }: UserContext, shared: string[]): Prisma.ShareWhereInput =>
  shared.length === 0
    ? { ownerId: viewer.id }
    : { OR: [{ ownerId: viewer.id }, { aliasId: { in: shared } }] };

async function matching(ctx: UserContext, shared: string[], q: string): Promise<Prisma.ShareWhereInput> {
  const words = containing(q);
  const aliases = await ctx.db.alias.findMany({
    where: { name: words, OR: [{ ownerId: ctx.viewer.id }, { id: { in: shared } }] },
    select: { id: true },
  });
  const named = aliases.length === 0 ? [] : [{ aliasId: { in: aliases.map(({ id }) => id) } }];
  return { OR: [{ name: words }, { id: words }, { description: words }, ...named] };
}

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
    usedUp: state === 'used-up',
  };
}
