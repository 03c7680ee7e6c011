import 'server-only';
import type { FilesQuery } from '@/lib/contract/share/file';
import type { Context } from '@/lib/server/context';
import { readFiles, readFolder, readTopFolder } from '@/lib/server/services/file/folder';
import { authorizeLink, type Proof } from './gate';

type Place = { linkId: string; path: string };

/** A folder of a published share, for visitors whom the gate lets see its files. @throws what the gate throws */
export async function openFolder(ctx: Context, { linkId, path }: Place, proof: Proof) {
  const { publication } = await authorizeLink(ctx, linkId, proof);
  return readFolder(ctx, { shareId: publication.shareId, onlyArrived: true }, path);
}

/** A page of a folder's files, in the same way. It spends no view. @throws what the gate throws */
export async function openFiles(
  ctx: Context,
  { linkId, ...query }: FilesQuery & { linkId: string },
  proof: Proof,
) {
  const { publication } = await authorizeLink(ctx, linkId, proof);
  return readFiles(ctx, { shareId: publication.shareId, onlyArrived: true }, query);
}

/** What the page of a link begins with during a visit, when there are too many files. @throws what the gate throws */
export async function openStart(ctx: Context, { linkId }: { linkId: string }, proof: Proof) {
  const { publication } = await authorizeLink(ctx, linkId, proof);
  return readTopFolder(ctx, { shareId: publication.shareId, onlyArrived: true });
}
