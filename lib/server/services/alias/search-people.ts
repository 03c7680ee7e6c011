import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { ListQuery } from '@/lib/contract/fields';
import { searchWords } from '@/lib/domain/pasted/search-words';
import type { UserContext } from '@/lib/server/context';
import { containing } from '@/lib/server/services/containing';

/**
 * Lists all other accounts by login, as candidates for members.
 * @throws request.notFound where ALIAS_MEMBERS is off
 */
export async function searchPeople(ctx: UserContext, { q, page, pageSize }: ListQuery) {
  if (!ctx.config.ALIAS_MEMBERS) throw new AppError('request.notFound');
  const items = await ctx.db.account.findMany({
    where: {
      id: { not: ctx.viewer.id },
      deletingAt: null,
      AND: searchWords(q).map((word) => ({ login: containing(word) })),
    },
    select: { id: true, login: true },
    orderBy: { login: 'asc' },
    take: pageSize,
    skip: (page - 1) * pageSize,
  });
  return { items };
}
