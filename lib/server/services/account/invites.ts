import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

export async function removeExpiredInvites(ctx: Context): Promise<number> {
  const { count } = await ctx.db.invite.deleteMany({ where: { expiresAt: { lte: ctx.now } } });
  return count;
}

/** An account that lost its rights could otherwise sign up again with its own invite. */
export async function removeInvitesOf(tx: Prisma.TransactionClient, createdById: string): Promise<void> {
  await tx.invite.deleteMany({ where: { createdById } });
}
