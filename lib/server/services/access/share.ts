import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext, Viewer } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';

/**
 * The rule: a share is its owner's and, when it came through an alias, also that alias' members'.
 * With an owner who is being deleted the share is gone for them already.
 */
export const managedBy = (viewer: Viewer): Prisma.ShareWhereInput => ({
  OR: [
    { ownerId: viewer.id },
    { alias: { owner: { deletingAt: null }, members: { some: { accountId: viewer.id } } } },
  ],
});

/** The same rule as a condition on `"Share" s`, for statements that are too frequent for the client's machinery. */
export const isManagedBy = ({ id }: Viewer): Prisma.Sql => Prisma.sql`(s."ownerId" = ${id} OR EXISTS (
  SELECT 1 FROM "Alias" a JOIN "Account" o ON o."id" = a."ownerId" JOIN "AliasMember" m ON m."aliasId" = a."id"
  WHERE a."id" = s."aliasId" AND o."deletingAt" IS NULL AND m."accountId" = ${id}))`;

/** The same rule for lists, in words that an index can follow. @param shared what `sharedAliases` answers */
export const managedAmong = ({ id }: Viewer, shared: string[]) =>
  (shared.length === 0
    ? { ownerId: id }
    : { OR: [{ ownerId: id }, { aliasId: { in: shared } }] }) satisfies Prisma.ShareWhereInput;

/** And that as a condition on `"Share" s`. */
export const isManagedAmong = ({ id }: Viewer, shared: string[]): Prisma.Sql =>
  shared.length === 0
    ? Prisma.sql`s."ownerId" = ${id}`
    : Prisma.sql`(s."ownerId" = ${id} OR s."aliasId" = ANY (${shared}))`;

/** @throws share.notFound for somebody else's share and a missing one alike */
export async function checkManaged({ db, viewer }: UserContext, shareId: string): Promise<void> {
  const count = await db.share.count({ where: { AND: [{ id: shareId }, managedBy(viewer)] } });
  if (count === 0) throw new AppError('share.notFound');
}

/**
 * Makes sure that the viewer may manage the share, and holds its row until the transaction ends,
 * so that two changes at once come one after the other. Visits and downloads, which only refer to it, don't wait.
 * @param holdsVisits so that they do: later visitors find all of the change
 * @throws share.notFound for somebody else's share and a missing one alike
 */
export async function lockManaged(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  shareId: string,
  { holdsVisits = false } = {},
) {
  const lock = holdsVisits ? Prisma.sql`FOR UPDATE` : Prisma.sql`FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE id = ${shareId} ${lock}`;
  const share = await tx.share.findFirst({
    where: { AND: [{ id: shareId }, managedBy(viewer)] },
    include: { publication: true },
  });
  if (!share) throw new AppError('share.notFound');
  return share;
}
