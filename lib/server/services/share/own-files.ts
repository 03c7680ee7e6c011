import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { FilesQuery } from '@/lib/contract/share/file';
import type { UserContext } from '@/lib/server/context';
import { managedBy } from '@/lib/server/services/access/share';
import { type FileScope, readFiles, readFolder, readTopFolder } from '@/lib/server/services/file/folder';

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
