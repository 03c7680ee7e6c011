import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { defaultChangeHours } from '@/lib/domain/inbox/inbox-form';
import type { AliasContext, Context, UserContext, Viewer } from '@/lib/server/context';
import { kindOf } from '@/lib/server/db/batched-query';
import { rowsOf } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { isOfShare } from '@/lib/server/services/file/of-share';
import { isManagedBy } from '@/lib/server/services/share/access';

/** Which shares `s` somebody may upload into. Every upload service is given one; each kind of caller has its own. */
export type Uploadable = Prisma.Sql;

/** The rule for people who are signed in: the shares they manage. */
export const uploadableBy = (viewer: Viewer): Uploadable => isManagedBy(viewer);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * The rule for senders through an alias: its album, or else a delivery through this very one that nobody has published
 * and that still goes on. To the minute, so that requests at the same time have the same rule.
 */
export function uploadableThrough({ alias, now, config }: AliasContext): Uploadable {
  const changeMs = (alias.form?.changeHours ?? defaultChangeHours) * hourMs;
  const minute = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const since = new Date(minute - Math.max(changeMs, config.UPLOAD_TTL));
  const ofAlbum = alias.albumId ? Prisma.sql`s."id" = ${alias.albumId} OR` : Prisma.empty;
  return Prisma.sql`(${ofAlbum} s."aliasId" = ${alias.id}
    AND EXISTS (SELECT 1 FROM "Delivery" d WHERE d."shareId" = s."id")
    AND NOT EXISTS (SELECT 1 FROM "Publication" p WHERE p."shareId" = s."id"
      AND (p."version" > 0 OR p."reservedAt" IS NOT NULL))
    AND (s."createdAt" > ${since} OR EXISTS (SELECT 1 FROM "File" late WHERE late."shareId" = s."id"
      AND (late."state" = 'incoming' OR late."completedAt" > ${since}))))`;
}

/** The share that a sender names. They know an album by its alias: its own id is not for strangers. */
export const shareNamedBy = ({ alias }: Context, id: string): string =>
  alias?.albumId && id === alias.id ? alias.albumId : id;

/** A share, and why the caller may upload into it: asked in the same statement that reads or changes an upload. */
export type Destination = { shareId: string; allowed: Uploadable };

/** For `batchedQuery`: who has the same rights to the same share. */
export const destinationKind = ({ shareId, allowed }: Destination): string => `${shareId} ${kindOf(allowed)}`;

/** Whether that share is there and the caller may. */
export const mayUploadInto = ({ shareId, allowed }: Destination): Prisma.Sql =>
  Prisma.sql`EXISTS (SELECT 1 FROM "Share" s WHERE s."id" = ${shareId} AND ${allowed})`;

/** For files `f`: of that share, and the caller may. */
export const isIn = (destination: Destination): Prisma.Sql =>
  Prisma.sql`${isOfShare(destination.shareId)} AND ${mayUploadInto(destination)}`;

/** @throws share.notFound for a share that is somebody else's and a missing one alike */
export async function checkUploadable(db: Prisma.TransactionClient, destination: Destination): Promise<void> {
  const found = await rowsOf(db, Prisma.sql`SELECT 1 WHERE ${mayUploadInto(destination)}`);
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

/** @throws auth.required when the caller's account was switched off or deleted since the request began */
export async function checkActive({ db, viewer }: UserContext): Promise<void> {
  const where = { id: viewer.id, state: 'Active', deletingAt: null } as const;
  if ((await db.account.count({ where })) === 0) throw new AppError('auth.required');
}
