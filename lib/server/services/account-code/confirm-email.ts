import 'server-only';
import { accountActor, audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import { readCode, spendCode } from './code';
import { queueAccountMail } from './outbox';

/** Makes the address that the link was mailed to the account's, proven, and tells the old one. @throws code.over */
export async function confirmEmail(ctx: Context, { token: code }: { token: string }): Promise<void> {
  const { accountId } = await readCode(ctx, code);
  await ctx.db.$transaction(async (tx) => {
    const spent = await spendCode(ctx, tx, { code, kind: 'email', accountId });
    const { address, login, admin, email: old } = spent;
    const provenEmail = address?.toLowerCase() ?? null;
    await tx.account.update({ where: { id: accountId }, data: { email: address, provenEmail } });
    if (old && old.toLowerCase() !== provenEmail)
      await queueAccountMail(ctx, tx, { kind: 'emailChanged', accountId, address: old });
    const actor = accountActor({ id: accountId, login, admin });
    const object = { type: 'account', id: accountId } as const;
    await audit(ctx, { event: 'settings.email', actor, object, details: { change: 'confirmed' } }, tx);
  });
}
