import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { FilesQuery } from '@/lib/contract/share/file';
import { shareTitle } from '@/lib/domain/title';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isReadableBy, managedBy, readableBy } from '@/lib/server/services/access/share';
import { type FileScope, readFiles, readFolder, readTopFolder } from '@/lib/server/services/file/folder';
import { type Selection, type SelectionRequest, selectFiles } from '@/lib/server/services/file/selection';
import { findStoredFile, type StoredFile } from '@/lib/server/services/file/stored-file';

type OwnFolderQuery = { shareId: string; path: string };

/** @throws share.notFound */
export const ownFolder = async (ctx: UserContext, { shareId, path }: OwnFolderQuery) =>
  readFolder(ctx, await managedFiles(ctx, shareId), path);

export const ownFiles = async (ctx: UserContext, { shareId, ...query }: FilesQuery & { shareId: string }) =>
  readFiles(ctx, await managedFiles(ctx, shareId), query);

export const ownStart = async (ctx: UserContext, { shareId }: { shareId: string }) =>
  readTopFolder(ctx, await managedFiles(ctx, shareId));

async function managedFiles(ctx: UserContext, shareId: string): Promise<FileScope> {
  const where = { AND: [{ id: shareId }, managedBy(ctx.viewer)] };
  if (!(await ctx.db.share.findFirst({ where, select: { id: true } }))) throw new AppError('share.notFound');
  return { shareId, onlyArrived: false };
}

/**
 * Finds a complete file of a share that the caller manages. Unfinished ones are hidden, as half a file would
 * pass for the whole.
 * @param isSignedIn further condition on a caller whose session may be cached
 * @throws file.notFound
 */
export async function ownFile(
  ctx: UserContext,
  { shareId, fileId }: { shareId: string; fileId: string },
  isSignedIn: Prisma.Sql,
): Promise<StoredFile> {
  const allowed = Prisma.sql`${isReadableBy(ctx.viewer)} AND ${isSignedIn}`;
  const file = await findStoredFile(ctx.db, { fileId, shareId, allowed });
  if (!file) throw new AppError('file.notFound');
  return file;
}

/** @throws share.notFound, share.sealed, zip.off, zip.tooLarge */
export async function ownSelection(
  ctx: UserContext,
  { shareId, ...choice }: SelectionRequest & { shareId: string },
): Promise<Selection> {
  const share = await ctx.db.share.findFirst({
    where: { AND: [{ id: shareId }, readableBy(ctx.viewer)] },
    select: { name: true, description: true, e2ee: true },
  });
  if (!share) throw new AppError('share.notFound');
  if (share.e2ee !== null) throw new AppError('share.sealed');
  const files = await selectFiles(ctx, { shareId, ...choice });
  return { name: shareTitle(share.description, share.name) ?? shareId, files };
}
