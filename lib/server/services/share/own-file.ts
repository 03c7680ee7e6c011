import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy } from '@/lib/server/services/access/share';
import { findStoredFile, type StoredFile } from '@/lib/server/services/file/stored-file';

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
  const allowed = Prisma.sql`${isManagedBy(ctx.viewer)} AND ${isSignedIn}`;
  const file = await findStoredFile(ctx.db, { fileId, shareId, allowed });
  if (!file) throw new AppError('file.notFound');
  return file;
}
