import 'server-only';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import { AppError } from '@/lib/contract/errors';
import type { ListQuery } from '@/lib/contract/fields';
import { searchWords } from '@/lib/domain/pasted/search-words';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isVisibleAmong, sharedAliases, visibleTo } from '@/lib/server/services/access/alias';
import { containing, hasWord } from '@/lib/server/services/containing';
import { receiversOf } from '@/lib/server/services/notice/receivers';
import { blockOf } from '@/lib/server/services/share/detail';
import { fingerprintIn } from './inbox-seal';

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
  return { items: await Promise.all(rows.map(aliasDetail)), total: Number(total) };
}

export async function getAlias(ctx: UserContext, { aliasId }: { aliasId: string }): Promise<AliasDetail> {
  const row = await ctx.db.alias.findFirst({
    where: { AND: [{ id: aliasId }, visibleTo(ctx.viewer)] },
    include: detailInclude,
  });
  if (!row) throw new AppError('alias.notFound');
  const receivers = ctx.mail ? await receiversOf(ctx, { ownerId: row.ownerId, aliasId }) : [];
  const { albumId, albumChecks, ownerId, members } = row;
  const membership = members.find(({ accountId }) => accountId === ctx.viewer.id);
  return {
    ...(await aliasDetail(row)),
    notifies: receivers.length > 0,
    password: row.passwordHash !== null,
    told: ownerId === ctx.viewer.id ? row.told : membership?.told === true,
    album: albumId ? { share: albumId, checked: albumChecks } : null,
  };
}

/**
 * Lists all other accounts by login, as candidates for members.
 * @throws request.notFound where ALIAS_MEMBERS is off
 */
export async function searchPeople(ctx: UserContext, { q, page, pageSize }: ListQuery) {
  if (!ctx.config.ALIAS_MEMBERS) throw new AppError('request.notFound');
  const items = await ctx.db.account.findMany({
    where: {
      id: { not: ctx.viewer.id },
      state: { not: 'Pending' },
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

const person = { select: { id: true, login: true } } as const;

export const detailInclude = {
  owner: person,
  members: {
    where: { account: { deletingAt: null } },
    include: { account: person },
    orderBy: { account: { login: 'asc' } },
  },
  seal: { select: { enabled: true, publicKey: true } },
} as const satisfies Prisma.AliasInclude;

type AliasRow = Prisma.AliasGetPayload<{ include: typeof detailInclude }>;

export const aliasDetail = async (row: AliasRow): Promise<AliasDetail> => ({
  id: row.id,
  name: row.name,
  validity: Number(row.validityMs),
  owner: row.owner.login,
  ownerId: row.owner.id,
  enabled: row.enabled,
  members: { items: row.members.map(({ account }) => account) },
  created: row.createdAt.getTime(),
  blocked: blockOf(row),
  keyFingerprint: await fingerprintIn(row.seal),
});
