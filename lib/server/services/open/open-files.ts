import 'server-only';
import type { FilesQuery } from '@/lib/contract/share/file';
import type { Context } from '@/lib/server/context';
import { readFiles, readFolder, readTopFolder } from '@/lib/server/services/file/folder';
import { authorizeLink, type Proof } from './gate';

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
