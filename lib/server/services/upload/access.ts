import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { defaultChangeHours } from '@/lib/domain/inbox/inbox-form';
import type { AliasContext, Context, UserContext, Viewer } from '@/lib/server/context';
import { kindOf } from '@/lib/server/db/batched-query';
import { queryDirect } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy } from '@/lib/server/services/access/share';
import { isOfShare } from '@/lib/server/services/file/file-rows';

/** Which shares `s` somebody may upload into. Every upload service is given one; each kind of caller has its own. */
export type UploadRule = Prisma.Sql;

/** The rule for people who are signed in: the shares they manage. */
export const uploadableBy = (viewer: Viewer): UploadRule => isManagedBy(viewer);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The rule for senders through an alias, as it is by now: its album with a live link, or a delivery through this very one
 * that nobody has published and that still goes on. To the minute, so that requests at the same time have the same rule.
 */
export function uploadableThrough({ alias, now, config }: AliasContext): UploadRule {
  const changeMs = (alias.form?.changeHours ?? defaultChangeHours) * hourMs;
  const minute = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const since = new Date(minute - Math.max(changeMs, config.UPLOAD_TTL));
  return Prisma.sql`EXISTS (
    SELECT 1 FROM "Alias" way LEFT JOIN "Publication" p ON p."shareId" = s."id"
    WHERE way."id" = ${alias.id} AND way."enabled" AND (
      way."albumId" = s."id" AND NOT way."albumChecks" AND p."enabled"
      OR s."aliasId" = way."id" AND EXISTS (SELECT 1 FROM "Delivery" d WHERE d."shareId" = s."id")
        AND (p."shareId" IS NULL OR p."version" = 0 AND p."reservedAt" IS NULL)
        AND (s."createdAt" > ${since} OR EXISTS (SELECT 1 FROM "File" late WHERE late."shareId" = s."id"
          AND (late."state" = 'incoming' OR late."completedAt" > ${since})))))`;
}

/** The share that a sender names. They know an album by its alias: its own id is not for strangers. */
export const shareNamedBy = ({ alias }: Context, id: string): string =>
  alias?.albumId && id === alias.id ? alias.albumId : id;

/** A share, and why the caller may upload into it: asked in the same statement that reads or changes an upload. */
export type Destination = { shareId: string; allowed: UploadRule };

/** For `batchedQuery`: who has the same rights to the same share. */
export const destinationBatchKey = ({ shareId, allowed }: Destination): string =>
  `${shareId} ${kindOf(allowed)}`;

/** Whether that share is there and the caller may. */
export const canUploadInto = ({ shareId, allowed }: Destination): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM "Share" s WHERE s."id" = ${shareId} AND ${allowed})`;

/** For files `f`: of that share, and the caller may. */
export const isFileIn = (destination: Destination): Prisma.Sql =>
  Prisma.sql`${isOfShare(destination.shareId)} AND ${canUploadInto(destination)}`;

/** @throws share.notFound for a share that is somebody else's and a missing one alike */
export async function checkUploadable(db: Prisma.TransactionClient, destination: Destination): Promise<void> {
  const found = await queryDirect(db, Prisma.sql`SELECT 1 WHERE ${canUploadInto(destination)}`);
  if (found.length === 0) throw new AppError('share.notFound');
}

/**
 * Why an upload was not found: its share isn't there for the caller, or it isn't there itself.
 * @throws share.notFound, upload.notFound
 */
export async function refuseUpload(
  db: Prisma.TransactionClient,
  destination: Destination | null,
): Promise<never> {
  if (destination) await checkUploadable(db, destination);
  throw new AppError('upload.notFound');
}

/**
 * That a session has run out since the request began is no reason to throw away what came with it.
 * @throws auth.required when the session was ended, or the account switched off or deleted
 */
export async function checkNotEnded({ db, viewer }: UserContext): Promise<void> {
  const { id: accountId, sessionId: id } = viewer;
  const account = { state: 'Active', deletingAt: null } as const;
  const where = { id, accountId, revokedAt: null, account };
  if ((await db.session.count({ where })) === 0) throw new AppError('auth.required');
}

/**
 * The right to upload as it is by now, for requests that took long.
 * @throws auth.required, share.notFound
 */
export async function checkStillUploadable(ctx: Context, destination: Destination): Promise<void> {
  const { viewer } = ctx;
  if (viewer) await checkNotEnded({ ...ctx, viewer });
  else await checkUploadable(ctx.db, destination);
}
