import 'server-only';
import type { UserContext } from '@/lib/server/context';

/**
 * The aliases of others that the viewer is a member of. Lists ask for them first: with ids in its condition instead
 * of a join, the database finds its way by an index.
 */
export async function sharedAliases({ db, viewer }: UserContext): Promise<string[]> {
  const rows = await db.aliasMember.findMany({
    where: { accountId: viewer.id, alias: { owner: { deletingAt: null } } },
    select: { aliasId: true },
  });
  return rows.map(({ aliasId }) => aliasId);
}
