import 'server-only';
import type { AliasDetail } from '@/lib/contract/alias/alias';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { visibleTo } from '@/lib/server/services/access/alias';
import { receiversOf } from '@/lib/server/services/notice/receivers';
import { aliasDetail, detailInclude } from './alias-detail';

export async function getAlias(ctx: UserContext, { aliasId }: { aliasId: string }): Promise<AliasDetail> {
  const row = await ctx.db.alias.findFirst({
    where: { AND: [{ id: aliasId }, visibleTo(ctx.viewer)] },
    include: detailInclude,
  });
  if (!row) throw new AppError('alias.notFound');
  const receivers = ctx.mail ? await receiversOf(ctx, { ownerId: row.ownerId, aliasId }) : [];
  const { albumId, albumChecks, ownerId, members } = row;
  const membership = members.find(({ accountId }) => accountId === ctx.viewer.id);
  return {
    ...aliasDetail(row),
    notifies: receivers.length > 0,
    password: row.passwordHash !== null,
    told: ownerId === ctx.viewer.id ? row.told : membership?.told === true,
    album: albumId ? { share: albumId, checked: albumChecks } : null,
  };
}
