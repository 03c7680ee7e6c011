import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { liveTokens } from './list';

/** @throws token.notFound if it is over or not the caller's */
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
