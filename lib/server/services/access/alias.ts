import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext, Viewer } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';

/** Limits to aliases the viewer owns or is a member of. An owner who is being deleted hides them. */
export const visibleTo = (viewer: Viewer): Prisma.AliasWhereInput => ({
  owner: { deletingAt: null },
  OR: [{ ownerId: viewer.id }, { members: { some: { accountId: viewer.id } } }],
});

/** Lists are queried in two steps: with these ids in its condition instead of a join, the database can use an index. */
export async function sharedAliases({ db, viewer }: UserContext): Promise<string[]> {
  const rows = await db.aliasMember.findMany({
    where: { accountId: viewer.id, alias: { owner: { deletingAt: null } } },
    select: { aliasId: true },
  });
  return rows.map(({ aliasId }) => aliasId);
}

/** `visibleTo` as a condition on `"Alias" a`, for lists. @param shared the result of `sharedAliases` */
export const isVisibleAmong = ({ id }: Viewer, shared: string[]): Prisma.Sql =>
  shared.length === 0
    ? Prisma.sql`a."ownerId" = ${id}`
    : Prisma.sql`(a."ownerId" = ${id} OR a."id" = ANY (${shared}))`;

export const acceptingFiles = {
  enabled: true,
  blockedAt: null,
  owner: { state: 'Active', deletingAt: null },
} as const satisfies Prisma.AliasWhereInput;

/**
 * Checks that the viewer owns the alias and locks it until the transaction ends. Runs before all writes about it.
 * @param mayBeBlocked for its deletion alone
 * @throws alias.notFound for others' and missing ones alike, alias.notOwner for members, alias.blocked
 */
export async function lockOwnedAlias(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  aliasId: string,
  { mayBeBlocked = false } = {},
): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Alias" WHERE "id" = ${aliasId} FOR UPDATE`;
  const alias = await tx.alias.findFirst({
    where: { AND: [{ id: aliasId }, visibleTo(viewer)] },
    select: { ownerId: true, blockedAt: true },
  });
  if (!alias) throw new AppError('alias.notFound');
  if (alias.ownerId !== viewer.id) throw new AppError('alias.notOwner');
  if (alias.blockedAt !== null && !mayBeBlocked) throw new AppError('alias.blocked');
}
