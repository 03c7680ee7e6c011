import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext, Viewer } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

/** Members of the share's alias may not see its recipients. @throws share.notFound */
export async function checkOwnedShare({ db, viewer }: UserContext, shareId: string): Promise<void> {
  const count = await db.share.count({ where: { id: shareId, ownerId: viewer.id } });
  if (count === 0) throw new AppError('share.notFound');
}

/** Also locks the share until the transaction ends. @throws share.notFound */
export async function lockOwnedShare(tx: Prisma.TransactionClient, viewer: Viewer, shareId: string) {
  await tx.$queryRaw`SELECT 1 FROM "Share" WHERE "id" = ${shareId} FOR NO KEY UPDATE`;
  const share = await tx.share.findFirst({
    where: { id: shareId, ownerId: viewer.id },
    include: { publication: true },
  });
  if (!share) throw new AppError('share.notFound');
  return share;
}
