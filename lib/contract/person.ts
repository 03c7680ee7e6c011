import * as z from 'zod';
import { because, bytesAtLeast, bytesAtMost, Text } from '@/lib/contract/fields';
import { passwordBytes } from '@/lib/domain/account/account-password';
import { isLogin, normalLogin } from '@/lib/domain/ident';
import { emailMaxLength, emailPattern } from '@/lib/domain/mail/email';

/** One spelling for each login. */
export const Login = Text.transform(normalLogin).refine(isLogin, because('notALogin'));

/**
 * Passwords of accounts: long enough to be worth something, any characters, no rules of composition. Services refuse
 * those that everybody uses as well (account/check-password.ts).
 */
export const AccountPassword = Text.refine(...bytesAtLeast(passwordBytes.min)).refine(
  ...bytesAtMost(passwordBytes.max),
);

/** A new password that is too easily guessed. */
export const guessable = ['account.passwordCommon', 'account.passwordIsName'] as const;

/** An addr-spec without quotes, comments or address literals; "" means none. */
export const Email = Text.max(emailMaxLength)
  .transform((text) => text.trim() || null)
  .pipe(z.email({ pattern: emailPattern }).nullable());
