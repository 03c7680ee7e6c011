import 'server-only';
import type { UserContext } from '@/lib/server/context';

export async function getEmail(ctx: UserContext): Promise<{ email: string | null }> {
  return ctx.db.account.findUniqueOrThrow({ where: { id: ctx.viewer.id }, select: { email: true } });
}

/** @param email null removes the address */
export async function setEmail(ctx: UserContext, { email }: { email: string | null }): Promise<void> {
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { email } });
}
