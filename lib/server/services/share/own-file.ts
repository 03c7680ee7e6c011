import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { findStored, type StoredFile } from '@/lib/server/services/file/stored-file';
import { isManagedBy } from './access';

/**
 * A file of a share that the caller manages. One that is still arriving is not there yet, for its owner as for
 * everybody: half a file under its full name would be taken for the whole.
 * @throws file.notFound
 */
export async function ownFile(
  ctx: UserContext,
  { shareId, fileId }: { shareId: string; fileId: string },
): Promise<StoredFile> {
  const file = await findStored(ctx.db, { fileId, shareId, may: isManagedBy(ctx.viewer) });
  if (!file) throw new AppError('file.notFound');
  return file;
}
