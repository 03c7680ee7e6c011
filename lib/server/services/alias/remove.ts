import 'server-only';
import { audit, redactedId } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';
import { lockOwnedAlias } from '@/lib/server/services/access/alias';
import { moveShares } from './move-shares';

/**
 * Its shares stay with the owner; members lose access to them.
 * @throws alias.notFound, alias.notOwner
 */
export async function removeAlias(ctx: UserContext, { aliasId }: { aliasId: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    await lockOwnedAlias(tx, ctx.viewer, aliasId);
    await moveShares(tx, { from: aliasId, to: null });
    await tx.alias.delete({ where: { id: aliasId } });
    await audit(ctx, { event: 'alias.remove', object: { type: 'alias', id: redactedId(aliasId) } }, tx);
  }, longTransaction);
}
