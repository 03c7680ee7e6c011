import 'server-only';
import type { ListQuery } from '@/lib/contract/fields';
import { searchWords } from '@/lib/domain/pasted/search-words';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isVisibleAmong, sharedAliases } from '@/lib/server/services/access/alias';
import { hasWord } from '@/lib/server/services/containing';
import { aliasDetail, detailInclude } from './alias-detail';

/** Lists aliases the caller owns or is a member of, newest first. Indexes: Alias_ownerId_createdAt, Alias_searchText. */
export async function searchAliases(ctx: UserContext, { q, page, pageSize }: ListQuery) {
  const shared = await sharedAliases(ctx);
  const wordCondition = (word: string) =>
    Prisma.sql`(${hasWord(Prisma.sql`"name"`, word)} OR "id" = ${word})`;
  const found = Prisma.join(
    [isVisibleAmong(ctx.viewer, shared), ...searchWords(q).map(wordCondition)],
    ' AND ',
  );
  const [{ ids, total }] = await ctx.db.$queryRaw<[{ ids: string[]; total: bigint }]>`
    SELECT (SELECT count(*) FROM "Alias" a WHERE ${found}) AS "total", ARRAY(
      SELECT "id" FROM "Alias" a WHERE ${found} ORDER BY "createdAt" DESC, "id" DESC
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) AS "ids"`;
  const rows = await ctx.db.alias.findMany({
    where: { id: { in: ids } },
    include: detailInclude,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
  });
  return { items: rows.map(aliasDetail), total: Number(total) };
}
