import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { ShareDetail } from '@/lib/contract/share';
import type { UserContext } from '@/lib/server/context';
import { managedBy } from './access';
import { detailInclude, shareDetail } from './dto';

export async function getShare(ctx: UserContext, { shareId }: { shareId: string }): Promise<ShareDetail> {
  const row = await ctx.db.share.findFirst({
    where: { AND: [{ id: shareId }, managedBy(ctx.viewer)] },
    include: detailInclude,
  });
  if (!row) throw new AppError('share.notFound');
  return shareDetail(row, { now: ctx.now, baseUrl: ctx.config.BASE_URL, linkId: null });
}
