import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { shareTitle } from '@/lib/domain/title';
import type { Context } from '@/lib/server/context';
import { type Selection, type SelectionRequest, selectFiles } from '@/lib/server/services/file/selection';
import { authorizeLink, type LinkVisitor, type Proof, visitorOf } from './gate';

/** @throws errors of `authorizeLink`, zip.off, zip.tooLarge */
export async function openSelection(
  ctx: Context,
  { linkId, ...choice }: SelectionRequest & { linkId: string },
  proof: Proof,
): Promise<LinkVisitor & { selection: Selection }> {
  const { publication, visitId } = await authorizeLink(ctx, linkId, proof);
  const { shareId } = publication;
  const share = await ctx.db.share.findUnique({
    where: { id: shareId },
    select: { name: true, description: true },
  });
  if (!share) throw new AppError('open.notFound');
  const files = await selectFiles(ctx, { shareId, ...choice });
  const name = shareTitle(share.description, share.name) ?? linkId;
  return { selection: { name, files }, ...visitorOf(publication, visitId) };
}
