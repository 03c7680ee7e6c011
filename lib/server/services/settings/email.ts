import 'server-only';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { audit } from '@/lib/server/audit/audit';
import type { UserContext } from '@/lib/server/context';
import { checkTextChange } from '@/lib/server/services/changed';

export async function getEmail(ctx: UserContext): Promise<{ email: string | null }> {
  return ctx.db.account.findUniqueOrThrow({ where: { id: ctx.viewer.id }, select: { email: true } });
}

/** Mail is on, but the account has no valid address. */
export async function isUnreachable(ctx: UserContext): Promise<boolean> {
  return ctx.mail !== null && mailAddress((await getEmail(ctx)).email ?? '') === null;
}

type EmailChange = {
  email: string | null;
  /** The value that the caller last read. */
  was?: string | null | undefined;
};

/** @throws request.changed */
export async function setEmail(ctx: UserContext, { email, was }: EmailChange): Promise<void> {
  const { id } = ctx.viewer;
  await ctx.db.$transaction(async (tx) => {
    const [present] = await tx.$queryRaw<{ email: string | null }[]>`
      SELECT "email" FROM "Account" WHERE "id" = ${id} FOR NO KEY UPDATE`;
    checkTextChange('email', { change: email, was, now: present?.email });
    await tx.account.update({ where: { id }, data: { email } });
    const details = { change: email === null ? 'removed' : 'set' };
    await audit(ctx, { event: 'settings.email', object: { type: 'account', id }, details }, tx);
  });
}
