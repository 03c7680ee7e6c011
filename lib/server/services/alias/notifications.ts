import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';

/** Sets mails about new deliveries for the caller alone, owner or member. @throws alias.notFound */
export async function setAliasNotification(
  { db, viewer }: UserContext,
  { aliasId, value: told }: { aliasId: string; value: boolean },
): Promise<void> {
  const [own, membership] = await db.$transaction([
    db.alias.updateMany({ where: { id: aliasId, ownerId: viewer.id }, data: { told } }),
    db.aliasMember.updateMany({
      where: { aliasId, accountId: viewer.id, alias: { owner: { deletingAt: null } } },
      data: { told },
    }),
  ]);
  if (own.count + membership.count === 0) throw new AppError('alias.notFound');
}
