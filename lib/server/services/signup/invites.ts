import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { OpenInvite } from '@/lib/contract/signup';
import { audit } from '@/lib/server/audit/audit';
import type { Context, UserContext } from '@/lib/server/context';
import { checkTextChange } from '@/lib/server/services/changed';

/** Admins see and revoke the invites of all admins. */
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

type NewLabel = { id: string; label: string | null; was?: string | null | undefined };

/** @throws invite.notFound also if used meanwhile, request.changed */
export async function labelInvite(ctx: UserContext, { id, label, was }: NewLabel): Promise<void> {
  const change = label?.trim() || null;
  await ctx.db.$transaction(async (tx) => {
    const [invite] = await tx.$queryRaw<{ label: string | null }[]>`
      SELECT "label" FROM "Invite" WHERE "id" = ${id} AND "expiresAt" > ${ctx.now}::timestamptz FOR UPDATE`;
    if (!invite) throw new AppError('invite.notFound');
    checkTextChange('label', { change, was, now: invite.label });
    await tx.invite.update({ where: { id }, data: { label: change } });
  });
}

/** @throws invite.notFound also if used meanwhile */
export async function revokeInvite(ctx: UserContext, { id }: { id: string }): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.invite.deleteMany({ where: { id, expiresAt: { gt: ctx.now } } });
    if (count === 0) throw new AppError('invite.notFound');
    await audit(ctx, { event: 'invite.revoke', object: { type: 'invite', id } }, tx);
  });
}

export async function removeExpiredInvites(ctx: Context): Promise<number> {
  const { count } = await ctx.db.invite.deleteMany({ where: { expiresAt: { lte: ctx.now } } });
  return count;
}
