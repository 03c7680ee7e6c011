import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { isManagedBy } from '@/lib/server/services/access/share';
import { findStoredFile, type StoredFile } from '@/lib/server/services/file/stored-file';

/**
 * A file of a share that the caller manages. One that is still arriving is not there yet, for its owner as for
 * everybody: half a file under its full name would be taken for the whole.
 * @param isSignedIn what else has to be true of the caller, who may be one that is only remembered
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
