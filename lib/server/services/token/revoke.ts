import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { liveTokens } from './list';

/**
 * Revokes one of the caller's own access tokens. The row goes with the next clean-up.
 * @throws token.notFound for one that is over and for somebody else's alike
 */
export async function revokeToken(ctx: UserContext, { id }: { id: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const [row] = await tx.session.updateManyAndReturn({
      where: { id, ...liveTokens(ctx.viewer.id, ctx.now) },
      data: { revokedAt: ctx.now, endsAt: ctx.now },
    });
    if (!row) throw new AppError('token.notFound');
    const details = { name: row.name ?? '' };
    await audit(ctx, { event: 'token.revoke', object: { type: 'token', id }, details }, tx);
  });
}
