import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { findStoredFile, type StoredFile } from '@/lib/server/services/file/stored-file';
import { authorizeLink, type LinkReader, type Proof, readerOf } from './gate';

export type OpenFile = LinkReader & { file: StoredFile };

/** @throws what the gate throws, and file.notFound for a file of another share, unknown or still arriving */
export async function openFile(
  ctx: Context,
  { linkId, fileId }: { linkId: string; fileId: string },
  proof: Proof,
): Promise<OpenFile> {
  const { publication, visitId } = await authorizeLink(ctx, linkId, proof);
  const file = await findStoredFile(ctx.db, { fileId, shareId: publication.shareId });
  if (!file) throw new AppError('file.notFound');
  return { file, ...readerOf(publication, visitId) };
}
