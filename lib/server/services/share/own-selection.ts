import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { shareTitle } from '@/lib/domain/title';
import type { UserContext } from '@/lib/server/context';
import { managedBy } from '@/lib/server/services/access/share';
import { type Selection, type SelectionRequest, selectFiles } from '@/lib/server/services/file/selection';

/** @throws share.notFound, zip.off, zip.tooLarge */
export async function ownSelection(
  ctx: UserContext,
  { shareId, ...choice }: SelectionRequest & { shareId: string },
): Promise<Selection> {
  const share = await ctx.db.share.findFirst({
    where: { AND: [{ id: shareId }, managedBy(ctx.viewer)] },
    select: { name: true, description: true },
  });
  if (!share) throw new AppError('share.notFound');
  const files = await selectFiles(ctx, { shareId, ...choice });
  return { name: shareTitle(share.description, share.name) ?? shareId, files };
}
