import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { passwordBytes, passwordFlaw } from '@/lib/domain/account/account-password';
import commonList from '@/lib/domain/account/common-passwords.json';
import type { Context } from '@/lib/server/context';

/** The 10,000 most used ones of eight bytes or more, from @zxcvbn-ts/language-common 3.0.4 (MIT), in lower case. */
const commonPasswords: ReadonlySet<string> = new Set(commonList);

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
