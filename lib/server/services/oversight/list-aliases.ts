import 'server-only';
import {
  type OverseenAlias,
  type OverseenAliasQuery,
  overseenMaxTotal,
} from '@/lib/contract/admin/oversight';
import { searchWords } from '@/lib/domain/pasted/search-words';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { hasWord } from '@/lib/server/services/containing';
import { overseenBlock, ownerIdOf, ownerIdsWith } from './list-shares';

/** Lists aliases of all accounts for admins, newest first. Indexes: Alias_createdAt, Alias_searchText, Alias_adminKey, Tally_aliasId. */
export async function overseeAliases(
  ctx: UserContext,
  { q, owner, id, state, page, pageSize }: OverseenAliasQuery,
) {
  const parts = await Promise.all(searchWords(q).map((word) => wordCondition(ctx, word)));
  if (owner !== undefined) parts.push(Prisma.sql`a."ownerId" = ${await ownerIdOf(ctx, owner)}`);
  if (id !== undefined) parts.push(Prisma.sql`a."adminKey" = ${id}`);
  if (state !== undefined) parts.push(states[state]);
  const from = Prisma.sql`FROM "Alias" a ${parts.length === 0 ? Prisma.empty : Prisma.sql`WHERE ${Prisma.join(parts, ' AND ')}`}`;
  const [ids, [{ total }]] = await Promise.all([
    ctx.db.$queryRaw<{ id: string }[]>`
      SELECT a."id" ${from} ORDER BY a."createdAt" DESC, a."id" DESC
      LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}`,
    ctx.db.$queryRaw<[{ total: bigint }]>`
      SELECT count(*) AS "total" FROM (SELECT 1 ${from} LIMIT ${overseenMaxTotal}) few`,
  ]);
  const items = await overseenAliases(
    ctx,
    ids.map(({ id }) => id),
  );
  return { items: [...items.values()], total: Number(total) };
}

/** Owners are looked up before, so that each part has its index: Alias_searchText, Alias_pkey, Alias_ownerId_createdAt. */
const wordCondition = async ({ db }: UserContext, word: string) =>
  Prisma.sql`(${hasWord(Prisma.sql`a."name"`, word)} OR a."id" = ${word}
    OR a."ownerId" = ANY (${await ownerIdsWith(db, word)}::text[]))`;

const isAllowed = Prisma.sql`a."blockedAt" IS NULL`;
const states = {
  on: Prisma.sql`${isAllowed} AND a."enabled"`,
  off: Prisma.sql`${isAllowed} AND NOT a."enabled"`,
  blocked: Prisma.sql`a."blockedAt" IS NOT NULL`,
};

/** By their IDs, newest first. */
export async function overseenAliases(
  { db }: UserContext,
  ids: string[],
): Promise<Map<string, OverseenAlias>> {
  const [rows, tallies] = await Promise.all([
    db.alias.findMany({
      where: { id: { in: ids } },
      include: { owner: { select: { id: true, login: true } } },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    }),
    db.tally.groupBy({
      by: ['aliasId'],
      where: { aliasId: { in: ids } },
      _sum: { shares: true, sizeBytes: true },
    }),
  ]);
  const sums = new Map(tallies.map(({ aliasId, _sum }) => [aliasId, _sum]));
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.adminKey,
        owner: row.owner,
        name: row.name,
        enabled: row.enabled,
        created: row.createdAt.getTime(),
        shares: Number(sums.get(row.id)?.shares ?? 0),
        size: Number(sums.get(row.id)?.sizeBytes ?? 0),
        blocked: overseenBlock(row),
      },
    ]),
  );
}
