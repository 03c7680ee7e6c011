import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { AliasPass, UserContext, Viewer } from '@/lib/server/context';
import { kindOf } from '@/lib/server/db/batched-query';
import { rowsOf } from '@/lib/server/db/direct';
import { Prisma } from '@/lib/server/db/generated/client';
import { isOfShare } from '@/lib/server/services/file/of-share';
import { isManagedBy } from '@/lib/server/services/share/access';

/** Which shares `s` somebody may upload into. Every upload service is given one; each kind of caller has its own. */
export type Uploadable = Prisma.Sql;

/** The rule for people who are signed in: the shares they manage. */
export const uploadableBy = (viewer: Viewer): Uploadable => isManagedBy(viewer);

/** The rule for senders through an alias: the shares that came through this very one. */
export const uploadableThrough = (alias: AliasPass): Uploadable => Prisma.sql`s."aliasId" = ${alias.id}`;

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
