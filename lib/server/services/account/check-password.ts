import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { passwordBytes, passwordFlaw } from '@/lib/domain/account/account-password';
import { commonPasswords } from '@/lib/domain/account/common-passwords';
import type { Context } from '@/lib/server/context';

/**
 * Applies the rules that need server knowledge: common passwords, the login, the installation's name.
 * @throws account.passwordCommon, account.passwordIsName
 */
export function checkNewPassword(
  ctx: Context,
  { password, login }: { password: string; login: string },
): void {
  const flaw = passwordFlaw(password, { names: [login, ctx.config.APP_NAME], common: commonPasswords });
  if (flaw === 'tooShort')
    throw new AppError('request.invalid', {
      field: 'password',
      reason: 'tooFewBytes',
      min: passwordBytes.min,
    });
  if (flaw === 'common') throw new AppError('account.passwordCommon');
  if (flaw === 'name') throw new AppError('account.passwordIsName');
}
