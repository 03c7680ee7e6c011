import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { findStoredFile, type StoredFile } from '@/lib/server/services/file/stored-file';
import { authorizeLink, type LinkVisitor, type Proof, visitorOf } from './gate';

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
