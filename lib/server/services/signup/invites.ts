import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { OpenInvite } from '@/lib/contract/signup';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';

/** Every admin sees and ends the invites of all. */
export async function listInvites(ctx: UserContext): Promise<{ items: OpenInvite[] }> {
  const rows = await ctx.db.invite.findMany({
    where: { expiresAt: { gt: ctx.now } },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    include: { createdBy: { select: { login: true, deletingAt: true } } },
    take: 1000,
  });
  const items = rows.map(({ id, keyStart, label, createdBy, createdAt, expiresAt }) => ({
    id,
    keyStart,
    label,
    createdBy: createdBy && !createdBy.deletingAt ? createdBy.login : null,
    created: createdAt.getTime(),
    expires: expiresAt.getTime(),
  }));
  return { items };
}

/** @throws invite.notFound also for one that was used meanwhile */
export async function labelInvite(
  ctx: UserContext,
  { id, label }: { id: string; label: string | null },
): Promise<void> {
  const data = { label: label?.trim() || null };
  const { count } = await ctx.db.invite.updateMany({ where: { id, expiresAt: { gt: ctx.now } }, data });
  if (count === 0) throw new AppError('invite.notFound');
}

/** @throws invite.notFound also for one that was used meanwhile */
export async function revokeInvite(ctx: UserContext, { id }: { id: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.invite.deleteMany({ where: { id, expiresAt: { gt: ctx.now } } });
    if (count === 0) throw new AppError('invite.notFound');
    await audit(ctx, { event: 'invite.revoke', object: { type: 'invite', id } }, tx);
  });
}
