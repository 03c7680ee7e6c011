import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context, UserContext, Viewer } from '@/lib/server/context';
import { queryDirect } from '@/lib/server/db/direct';
import { lockShareRow } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';

/** Limits to shares the viewer owns or received as a member of their alias. An owner who is being deleted hides them. */
export const managedBy = (viewer: Viewer): Prisma.ShareWhereInput => ({
  OR: [
    { ownerId: viewer.id },
    { alias: { owner: { deletingAt: null }, members: { some: { accountId: viewer.id } } } },
  ],
});

/** `managedBy` as a condition on `"Share" s`, for frequent statements that bypass Prisma. */
export const isManagedBy = ({
  id,
}: {
  id: string | Prisma.Sql;
}): Prisma.Sql => Prisma.sql`(s."ownerId" = ${id} OR EXISTS (
  SELECT 1 FROM "Alias" a JOIN "Account" o ON o."id" = a."ownerId" JOIN "AliasMember" m ON m."aliasId" = a."id"
  WHERE a."id" = s."aliasId" AND o."deletingAt" IS NULL AND m."accountId" = ${id}))`;

/**
 * Limits `isManagedBy` to who may have the bytes: of a share that was taken down its owner alone.
 */
export const isReadableBy = (viewer: Viewer): Prisma.Sql =>
  Prisma.sql`(${isManagedBy(viewer)} AND (s."blockedAt" IS NULL OR s."ownerId" = ${viewer.id}))`;

/** `isReadableBy` for Prisma. */
export const readableBy = (viewer: Viewer): Prisma.ShareWhereInput => ({
  AND: [managedBy(viewer), { OR: [{ blockedAt: null }, { ownerId: viewer.id }] }],
});

/** `managedBy` for lists, written so that an index serves it. @param shared the result of `sharedAliases` */
export const managedAmong = ({ id }: Viewer, shared: string[]) =>
  (shared.length === 0
    ? { ownerId: id }
    : { OR: [{ ownerId: id }, { aliasId: { in: shared } }] }) satisfies Prisma.ShareWhereInput;

export const isManagedAmong = ({ id }: Viewer, shared: string[]): Prisma.Sql =>
  shared.length === 0
    ? Prisma.sql`s."ownerId" = ${id}`
    : Prisma.sql`(s."ownerId" = ${id} OR s."aliasId" = ANY (${shared}))`;

/** @throws share.notFound for others' shares and missing ones alike, share.blocked */
export async function checkPublishable({ db, viewer }: UserContext, shareId: string): Promise<void> {
  const share = await db.share.findFirst({
    where: { AND: [{ id: shareId }, managedBy(viewer)] },
    select: { blockedAt: true },
  });
  if (!share) throw new AppError('share.notFound');
  checkNotBlocked(share, false);
}

/** A share that was taken down can be withdrawn and deleted, and nothing else. */
function checkNotBlocked({ blockedAt }: { blockedAt: Date | null }, mayBeBlocked: boolean): void {
  if (blockedAt !== null && !mayBeBlocked) throw new AppError('share.blocked');
}

/**
 * Checks access and locks the share's row until the transaction ends.
 * @param holdsVisits makes visits wait too, so that later visitors see the whole change
 * @param mayBeBlocked allows the change after an admin has taken the share down
 * @throws share.notFound for others' shares and missing ones alike, share.blocked
 */
export async function lockManaged(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  shareId: string,
  { holdsVisits = false, mayBeBlocked = false } = {},
) {
  const lock = holdsVisits ? Prisma.sql`FOR UPDATE` : Prisma.sql`FOR NO KEY UPDATE`;
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE id = ${shareId} ${lock}`;
  const share = await tx.share.findFirst({
    where: { AND: [{ id: shareId }, managedBy(viewer)] },
    include: { publication: true },
  });
  if (!share) throw new AppError('share.notFound');
  checkNotBlocked(share, mayBeBlocked);
  return share;
}

type BytesOnTheirWay = { shareIds: readonly string[]; fileIds: ReadonlySet<string> };

/**
 * Asked while bytes are on their way: nobody but the owner gets the rest of what was taken down, and nobody of what is
 * quarantined.
 */
export async function isCutOff(
  { db, viewer }: Context,
  { shareIds, fileIds }: BytesOnTheirWay,
): Promise<boolean> {
  const found = await queryDirect<{ fileId: string | null }>(
    db,
    Prisma.sql`SELECT NULL AS "fileId" FROM "Share" WHERE "id" = ANY (${shareIds}::text[])
      AND "blockedAt" IS NOT NULL AND "ownerId" <> ${viewer?.id ?? ''}
    UNION ALL SELECT "id" FROM "File" WHERE "shareId" = ANY (${shareIds}::text[]) AND "scan" = 'infected'`,
  );
  return found.some(({ fileId }) => fileId === null || fileIds.has(fileId));
}

/** Members of the share's alias may not see its recipients. @throws share.notFound */
export async function checkOwnedShare({ db, viewer }: UserContext, shareId: string): Promise<void> {
  const count = await db.share.count({ where: { id: shareId, ownerId: viewer.id } });
  if (count === 0) throw new AppError('share.notFound');
}

/** Also locks the share until the transaction ends. @throws share.notFound, share.blocked */
export async function lockOwnedShare(
  tx: Prisma.TransactionClient,
  viewer: Viewer,
  shareId: string,
  { mayBeBlocked = false } = {},
) {
  await lockShareRow(tx, shareId);
  const share = await tx.share.findFirst({
    where: { id: shareId, ownerId: viewer.id },
    include: { publication: true },
  });
  if (!share) throw new AppError('share.notFound');
  checkNotBlocked(share, mayBeBlocked);
  return share;
}

const areDownloadsSpent = Prisma.sql`(p."downloads" >= s."maxDownloads") IS TRUE`;
const isUsedUp = Prisma.sql`(p."views" >= s."maxViews" OR ${areDownloadsSpent})`;

/** Equals `publishState` "published", as a condition on `"Publication" p` of `"Share" s`. */
export const isLive = (now: Date, hasAnyViews = false): Prisma.Sql =>
  Prisma.sql`(p."enabled" AND p."publishUntil" > ${now} AND NOT ${hasAnyViews ? areDownloadsSpent : isUsedUp})`;

/** Equals `publishState` "expired" or "used-up". Unopened links are left out first, without their shares. */
export const isEnded = (now: Date): Prisma.Sql =>
  Prisma.sql`(p."enabled" AND (p."publishUntil" <= ${now} OR (p."views" > 0 OR p."downloads" > 0) AND ${isUsedUp}))`;
