import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { Delivery } from '@/lib/contract/share/share-shapes';
import type { UserContext } from '@/lib/server/context';
import { managedBy } from '@/lib/server/services/access/share';

export const answersIn = (answers: unknown) => Delivery.shape.answers.parse(answers);

/** Returns the sender's answers for the share's managers; null when there are none. @throws share.notFound */
export async function getDelivery(
  { db, viewer }: UserContext,
  { shareId }: { shareId: string },
): Promise<{ delivery: (Delivery & { done: boolean; album: boolean }) | null }> {
  const where = { AND: [{ id: shareId }, managedBy(viewer)] };
  const share = await db.share.findFirst({
    where,
    select: { delivery: true, alias: { select: { albumId: true } } },
  });
  if (!share) throw new AppError('share.notFound');
  const { delivery } = share;
  if (!delivery) return { delivery };
  const done = delivery.doneAt !== null;
  const album = (share.alias?.albumId ?? shareId) !== shareId;
  return { delivery: { ...delivery, answers: answersIn(delivery.answers), done, album } };
}
