import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext, Viewer } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';

/** The rule for seeing: an alias is its owner's and its members'. With an owner who is being deleted it is gone. */
export const visibleTo = (viewer: Viewer): Prisma.AliasWhereInput => ({
  owner: { deletingAt: null },
  OR: [{ ownerId: viewer.id }, { members: { some: { accountId: viewer.id } } }],
});

/**
 * The aliases of others that the viewer is a member of. Lists ask for them first: with ids in its condition instead
 * of a join, the database finds its way by an index.
 */
export async function sharedAliases({ db, viewer }: UserContext): Promise<string[]> {
  const rows = await db.aliasMember.findMany({
    where: { accountId: viewer.id, alias: { owner: { deletingAt: null } } },
    select: { aliasId: true },
  });
  return rows.map(({ aliasId }) => aliasId);
}

/** The rule for seeing as a condition on `"Alias" a`, for lists. @param shared what `sharedAliases` answers */
export const isVisibleAmong = ({ id }: Viewer, shared: string[]): Prisma.Sql =>
  shared.length === 0
    ? Prisma.sql`a."ownerId" = ${id}`
    : Prisma.sql`(a."ownerId" = ${id} OR a."id" = ANY (${shared}))`;

/** The rule for bringing files: the alias is on, and its owner may sign in. */
export const takingFiles = {
  enabled: true,
  owner: { state: 'Active', deletingAt: null },
} as const satisfies Prisma.AliasWhereInput;

/**
 * The rule for changing: only the owner may. Holds the alias until the transaction ends; whatever is written about it
 * comes after this.
 * @throws alias.notFound for somebody else's and a missing one alike, alias.notOwner for members
 */
export async function lockOwned(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  aliasId: string,
): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Alias" WHERE "id" = ${aliasId} FOR UPDATE`;
  const alias = await tx.alias.findFirst({
    where: { AND: [{ id: aliasId }, visibleTo(viewer)] },
    select: { ownerId: true },
  });
  if (!alias) throw new AppError('alias.notFound');
  if (alias.ownerId !== viewer.id) throw new AppError('alias.notOwner');
}
