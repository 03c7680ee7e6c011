import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext } from '@/lib/server/context';
import { visibleTo } from '@/lib/server/services/access/alias';

/** @throws alias.notFound for others' and missing ones alike */
export async function findInbox({ db, viewer }: UserContext, aliasId: string) {
  const alias = await db.alias.findFirst({
    where: { AND: [{ id: aliasId }, visibleTo(viewer)] },
    select: { name: true, form: true, albumId: true, albumChecks: true },
  });
  if (!alias) throw new AppError('alias.notFound');
  return alias;
}
