import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { ShareDetail } from '@/lib/contract/share/share-shapes';
import type { UserContext } from '@/lib/server/context';
import { managedBy } from '@/lib/server/services/access/share';
import { filterUnread, markSeen } from '@/lib/server/services/delivery/unread';
import { detailInclude, readDetail } from './dto';

type ShareRequest = { shareId: string; filesUpTo?: number | undefined };

export async function getShare(ctx: UserContext, { shareId, filesUpTo }: ShareRequest): Promise<ShareDetail> {
  const row = await ctx.db.share.findFirst({
    where: { AND: [{ id: shareId }, managedBy(ctx.viewer)] },
    include: detailInclude,
  });
  if (!row) throw new AppError('share.notFound');
  if (row.aliasId) await markSeen(ctx, shareId);
  const [detail, unread] = await Promise.all([
    readDetail(ctx, row, { linkId: null, filesUpTo }),
    filterUnread(ctx, [shareId]),
  ]);
  return { ...detail, unread: unread.has(shareId) };
}
