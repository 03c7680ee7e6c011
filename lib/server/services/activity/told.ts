import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';

type Wishes = { first?: boolean | null | undefined; limit?: boolean | null | undefined };

/** The owner alone is told, so nobody else has a say. @throws share.notFound for members and strangers alike */
export async function getTold({ db, viewer }: UserContext, { shareId }: { shareId: string }) {
  const share = await db.share.findFirst({
    where: { id: shareId, ownerId: viewer.id },
    select: { tellFirst: true, tellLimit: true, owner: { select: { tellFirst: true, tellLimit: true } } },
  });
  if (!share) throw new AppError('share.notFound');
  const { owner } = share;
  return {
    first: share.tellFirst,
    limit: share.tellLimit,
    ofAll: { first: owner.tellFirst, limit: owner.tellLimit },
  };
}

/** Changes what is named and nothing else. @throws share.notFound for members and strangers alike */
export async function setTold(
  { db, viewer }: UserContext,
  { shareId, first, limit }: Wishes & { shareId: string },
): Promise<void> {
  const { count } = await db.share.updateMany({
    where: { id: shareId, ownerId: viewer.id },
    data: {
      ...(first !== undefined && { tellFirst: first }),
      ...(limit !== undefined && { tellLimit: limit }),
    },
  });
  if (count === 0) throw new AppError('share.notFound');
}
