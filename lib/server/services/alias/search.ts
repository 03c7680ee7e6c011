import 'server-only';
import type { ListQuery } from '@/lib/contract/fields';
import type { UserContext } from '@/lib/server/context';
import { containing } from '@/lib/server/services/containing';
import { visibleTo } from './access';
import { aliasDetail, detailInclude } from './alias-detail';

/** Own aliases and those one is a member of, newest first. */
export async function searchAliases(ctx: UserContext, { q, page, pageSize }: ListQuery) {
  const where = { AND: [visibleTo(ctx.viewer), q ? { name: containing(q) } : {}] };
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
