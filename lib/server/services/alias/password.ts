import 'server-only';
import { audit, redactedId } from '@/lib/server/audit/audit';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { lockOwnedAlias } from '@/lib/server/services/access/alias';

/** Null removes the password. @throws alias.notFound, alias.notOwner */
export async function setInboxPassword(
  ctx: UserContext,
  { aliasId, value }: { aliasId: string; value: string | null },
): Promise<void> {
  const passwordHash = value === null ? null : await hashPassword(value, ctx);
  await ctx.db.$transaction(async (tx) => {
    await lockOwnedAlias(tx, ctx.viewer, aliasId);
    await tx.alias.update({
      where: { id: aliasId },
      data: { passwordHash, passwordVersion: { increment: 1 } },
    });
    const object = { type: 'alias', id: redactedId(aliasId) } as const;
    const details = { password: value === null ? 'removed' : 'set' };
    await audit(ctx, { event: 'alias.modify', object, details }, tx);
  });
}
