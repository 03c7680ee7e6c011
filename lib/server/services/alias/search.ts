import 'server-only';
import type { ListQuery } from '@/lib/contract/fields';
import type { UserContext } from '@/lib/server/context';
import { containing } from '@/lib/server/services/containing';
import { aliasDetail, detailInclude } from './alias-detail';
import { sharedAliases } from './shared-aliases';

/** Own aliases and those one is a member of, newest first. Indexes: Alias_ownerId_createdAt, the trigram one. */
export async function searchAliases(ctx: UserContext, { q, page, pageSize }: ListQuery) {
  const own = { ownerId: ctx.viewer.id };
  const shared = await sharedAliases(ctx);
  const visible = shared.length === 0 ? own : { OR: [own, { id: { in: shared } }] };
  const where = { AND: [visible, q ? { name: containing(q) } : {}] };
  const [rows, total] = await Promise.all([
    ctx.db.alias.findMany({
      where,
      include: detailInclude,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: pageSize,
      skip: (page - 1) * pageSize,
    }),
    ctx.db.alias.count({ where }),
  ]);
  return { items: rows.map(aliasDetail), total };
}
