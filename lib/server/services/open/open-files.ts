import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { FilesQuery } from '@/lib/contract/share/file';
import { shareTitle } from '@/lib/domain/title';
import type { Context } from '@/lib/server/context';
import { whereVisible } from '@/lib/server/db/file-rows';
import { readFiles, readFolder, readTopFolder } from '@/lib/server/services/file/folder';
import { type Selection, type SelectionRequest, selectFiles } from '@/lib/server/services/file/selection';
import { findStoredFile, type StoredFile } from '@/lib/server/services/file/stored-file';
import { authorizeLink, type LinkVisitor, type Proof, visitorOf } from './gate';

type OpenFolderQuery = { linkId: string; path: string };

export async function openFolder(ctx: Context, { linkId, path }: OpenFolderQuery, proof: Proof) {
  const { publication } = await authorizeLink(ctx, linkId, proof);
  return readFolder(ctx, { shareId: publication.shareId, onlyArrived: true }, path);
}

/** Spends no view. @throws errors of `authorizeLink` */
export async function openFiles(
  ctx: Context,
  { linkId, ...query }: FilesQuery & { linkId: string },
  proof: Proof,
) {
  const { publication } = await authorizeLink(ctx, linkId, proof);
  return readFiles(ctx, { shareId: publication.shareId, onlyArrived: true }, query);
}

export async function openStart(ctx: Context, { linkId }: { linkId: string }, proof: Proof) {
  const { publication } = await authorizeLink(ctx, linkId, proof);
  return readTopFolder(ctx, { shareId: publication.shareId, onlyArrived: true });
}

export type OpenFile = LinkVisitor & { file: StoredFile };

/** @throws errors of `authorizeLink`; file.notFound if unknown, incomplete or of another share */
export async function openFile(
  ctx: Context,
  { linkId, fileId }: { linkId: string; fileId: string },
  proof: Proof,
): Promise<OpenFile> {
  const { publication, visitId } = await authorizeLink(ctx, linkId, proof);
  const file = await findStoredFile(ctx.db, { fileId, shareId: publication.shareId });
  if (!file) throw new AppError('file.notFound');
  return { file, ...visitorOf(publication, visitId) };
}

/**
 * Finds a file by folder and name; of several, the one with the lowest id. Index:
 * File_shareId_path_name_id_idx.
 * @throws errors of `authorizeLink`, file.notFound
 */
export async function openNamed(
  ctx: Context,
  { linkId, path }: { linkId: string; path: string },
  proof: Proof,
): Promise<OpenFile> {
  const { publication, visitId } = await authorizeLink(ctx, linkId, proof);
  const { shareId } = publication;
  const cut = path.lastIndexOf('/');
  const found = path.includes('\0')
    ? null
    : await ctx.db.file.findFirst({
        where: {
          shareId,
          path: path.slice(0, Math.max(0, cut)),
          name: path.slice(cut + 1),
          ...whereVisible,
        },
        orderBy: { id: 'asc' },
        select: { id: true },
      });
  const file = found && (await findStoredFile(ctx.db, { fileId: found.id, shareId }));
  if (!file) throw new AppError('file.notFound');
  return { file, ...visitorOf(publication, visitId) };
}

/** @throws errors of `authorizeLink`, share.sealed, zip.off, zip.tooLarge */
export async function openSelection(
  ctx: Context,
  { linkId, ...choice }: SelectionRequest & { linkId: string },
  proof: Proof,
): Promise<LinkVisitor & { selection: Selection }> {
  const { publication, visitId } = await authorizeLink(ctx, linkId, proof);
  const { shareId } = publication;
  const share = await ctx.db.share.findUnique({
    where: { id: shareId },
    select: { name: true, description: true, e2ee: true },
  });
  if (!share) throw new AppError('open.notFound');
  if (share.e2ee !== null) throw new AppError('share.sealed');
  const files = await selectFiles(ctx, { shareId, ...choice });
  const name = shareTitle(share.description, share.name) ?? linkId;
  return { selection: { name, files }, ...visitorOf(publication, visitId) };
}
