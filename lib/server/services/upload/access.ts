import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { defaultChangeHours } from '@/lib/domain/inbox/inbox-form';
import type { AliasContext, Context, UserContext, Viewer } from '@/lib/server/context';
import { kindOf, queryDirect } from '@/lib/server/db/direct';
import { isOfShare, takesSealed } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy } from '@/lib/server/services/access/share';

/** A condition on shares `s` that the caller may upload into, unless they are taken down. */
export type UploadRule = Prisma.Sql;

export const uploadableBy = (viewer: Viewer): UploadRule => isManagedBy(viewer);

export const isNotBlocked = Prisma.sql`s."blockedAt" IS NULL`;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * Lets senders upload into the alias' live album or their own unpublished, recent deliveries. Times are rounded
 * to the minute so that concurrent requests share a batch.
 */
export function uploadableThrough({ alias, now, config }: AliasContext): UploadRule {
  const changeMs = (alias.form?.changeHours ?? defaultChangeHours) * hourMs;
  const minute = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const since = new Date(minute - Math.max(changeMs, config.UPLOAD_TTL));
  const isOnly = alias.onlyShareId ? Prisma.sql`AND s."id" = ${alias.onlyShareId}` : Prisma.empty;
  return Prisma.sql`${isNotBlocked} ${isOnly} AND EXISTS (
    SELECT 1 FROM "Alias" way LEFT JOIN "Publication" p ON p."shareId" = s."id"
    WHERE way."id" = ${alias.id} AND way."enabled" AND way."blockedAt" IS NULL AND (
      way."albumId" = s."id" AND NOT way."albumChecks" AND p."enabled"
      OR s."aliasId" = way."id" AND EXISTS (SELECT 1 FROM "Delivery" d WHERE d."shareId" = s."id")
        AND (p."shareId" IS NULL OR p."version" = 0 AND p."reservedAt" IS NULL)
        AND (s."createdAt" > ${since} OR EXISTS (SELECT 1 FROM "File" late WHERE late."shareId" = s."id"
          AND (late."state" = 'incoming' OR late."completedAt" > ${since})))))`;
}

/** Resolves the alias id that senders use for an album; its own id is private. */
export const shareNamedBy = ({ alias }: Context, id: string): string =>
  alias?.albumId && id === alias.id ? alias.albumId : id;

/** A share and the caller's rule, checked by the statement that reads or changes the upload. */
export type Destination = { shareId: string; allowed: UploadRule };

/** Batches callers that have the same rule for the same share. */
export const destinationBatchKey = ({ shareId, allowed }: Destination): string =>
  `${shareId} ${kindOf(allowed)}`;

const canUploadInto = ({ shareId, allowed }: Destination): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM "Share" s WHERE s."id" = ${shareId} AND ${allowed} AND ${isNotBlocked})`;

export const isFileIn = (destination: Destination): Prisma.Sql =>
  Prisma.sql`${isOfShare(destination.shareId)} AND ${canUploadInto(destination)}`;

/**
 * @returns whether it takes sealed files alone, and whether its inbox does by now
 * @throws share.notFound if missing or not allowed, share.blocked
 */
export async function checkUploadable(
  db: Prisma.TransactionClient,
  { shareId, allowed }: Destination,
): Promise<{ isSealed: boolean; isInboxSealed: boolean }> {
  const [found] = await queryDirect<{ isBlocked: boolean; isSealed: boolean; isInboxSealed: boolean }>(
    db,
    Prisma.sql`
      SELECT NOT ${isNotBlocked} AS "isBlocked", ${takesSealed} AS "isSealed", EXISTS (
        SELECT FROM "InboxSeal" i WHERE i."aliasId" = s."aliasId" AND i."enabled") AS "isInboxSealed"
      FROM "Share" s WHERE s."id" = ${shareId} AND ${allowed}`,
  );
  if (!found) throw new AppError('share.notFound');
  if (found.isBlocked) throw new AppError('share.blocked');
  return found;
}

/**
 * Asked before a file is begun.
 * @returns whether it has to be sealed
 * @throws as `checkUploadable`, alias.sealedOnly for senders of a plain delivery whose inbox was sealed since
 */
export async function checkTakesFiles({ db, alias }: Context, destination: Destination): Promise<boolean> {
  const { isSealed, isInboxSealed } = await checkUploadable(db, destination);
  if (alias && isInboxSealed && !isSealed) throw new AppError('alias.sealedOnly');
  return isSealed;
}

/** @throws what {@link checkUploadable} throws, otherwise upload.notFound */
export async function refuseUpload(
  db: Prisma.TransactionClient,
  destination: Destination | null,
): Promise<never> {
  if (destination) await checkUploadable(db, destination);
  throw new AppError('upload.notFound');
}

/**
 * Accepts sessions that expired during the request, so its data isn't lost.
 * @throws auth.required if the session was ended or the account is inactive
 */
export async function checkNotEnded({ db, viewer }: UserContext): Promise<void> {
  const { id: accountId, sessionId: id } = viewer;
  const account = { state: 'Active', deletingAt: null } as const;
  const where = { id, accountId, revokedAt: null, account };
  if ((await db.session.count({ where })) === 0) throw new AppError('auth.required');
}

/**
 * Rechecks the right to upload after a long request. Of a session the share alone: its time may be over by now.
 * @throws auth.required, share.notFound, share.blocked
 */
export async function checkStillUploadable(ctx: Context, destination: Destination): Promise<void> {
  const { db, viewer } = ctx;
  if (viewer) await checkNotEnded({ ...ctx, viewer });
  await checkUploadable(db, viewer ? { ...destination, allowed: uploadableBy(viewer) } : destination);
}
