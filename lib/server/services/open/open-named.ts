import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { findStoredFile } from '@/lib/server/services/file/stored-file';
import { authorizeLink, type Proof, visitorOf } from './gate';
import type { OpenFile } from './open-file';

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
          state: 'complete',
        },
        orderBy: { id: 'asc' },
        select: { id: true },
      });
  const file = found && (await findStoredFile(ctx.db, { fileId: found.id, shareId }));
  if (!file) throw new AppError('file.notFound');
  return { file, ...visitorOf(publication, visitId) };
}
