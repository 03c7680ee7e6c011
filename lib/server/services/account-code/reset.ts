import 'server-only';
import { normalLogin } from '@/lib/domain/ident';
import { paths } from '@/lib/paths';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import { longTransaction } from '@/lib/server/db/in-steps';
import { accountActor } from '@/lib/server/journal/audit';
import { record } from '@/lib/server/journal/record';
import { checkNewPassword } from '@/lib/server/services/account/check-password';
import { endPlanted } from '@/lib/server/services/other-access/end-planted';
import { createCode, readCode, spendCode, writeCode } from './code';
import { findForReset } from './forgot';

/**
 * Sets a password and ends all that the account was signed in with or had let in: `endPlanted`. The second factor stays,
 * and nobody is signed in.
 * @throws code.over, account.passwordCommon, account.passwordIsName, limit.attempts
 */
export async function resetPassword(
  ctx: Context,
  { token: code, password }: { token: string; password: string },
): Promise<void> {
  const { accountId, login } = await readCode(ctx, code);
  checkNewPassword(ctx, { password, login });
  const passwordHash = await hashPassword(password, ctx);
  await ctx.db.$transaction(async (tx) => {
    const { admin, address } = await spendCode(ctx, tx, { code, kind: 'reset', accountId });
    const proven = address === null ? {} : { provenEmail: address.toLowerCase() };
    await tx.account.update({ where: { id: accountId }, data: { passwordHash, ...proven } });
    await endPlanted(ctx, tx, { accountId, except: null });
    const actor = accountActor({ id: accountId, login, admin });
    const object = { type: 'account', id: accountId } as const;
    await record(ctx, { event: 'account.reset', actor, object }, tx);
  }, longTransaction);
}

/** For the operator, who passes it on. @throws account.notFound, account.noReset */
export async function createResetLink(ctx: Context, { login }: { login: string }): Promise<string> {
  const { id: accountId } = await findForReset(ctx.db, { login: normalLogin(login) });
  const code = await createCode(ctx, ctx.db, { accountId, kind: 'reset', address: null });
  const object = { type: 'account', id: accountId } as const;
  await record(ctx, { event: 'account.resetLink', object, mail: null });
  return `${ctx.config.BASE_URL}${paths.reset((await writeCode(ctx, code)) ?? '')}`;
}
