import * as z from 'zod';
import { Bytes, because, bytesAtLeast, bytesAtMost, Text } from '@/lib/contract/fields';
import { passwordBytes } from '@/lib/domain/account/account-password';
import { isLogin, normalLogin } from '@/lib/domain/ident';
import { emailIn, emailMaxLength, emailPattern } from '@/lib/domain/mail/mail-address';

export const Login = Text.transform(normalLogin).refine(isLogin, because('notALogin'));

/** Only a minimum length; services also refuse common passwords (account/check-password.ts). */
export const AccountPassword = Text.refine(...bytesAtLeast(passwordBytes.min)).refine(
  ...bytesAtMost(passwordBytes.max),
);

export const guessablePasswordErrors = ['account.passwordCommon', 'account.passwordIsName'] as const;

/** An addr-spec without quotes, comments or address literals, read as it is pasted; "" means none. */
export const Email = Text.max(emailMaxLength)
  .transform((text) => emailIn(text) ?? (text.trim() || null))
  .pipe(z.email({ pattern: emailPattern }).nullable());

export const Usage = z
  .object({
    bytes: Bytes.describe('Declared sizes of all its files, those that came through its aliases included'),
    files: z.int().nonnegative(),
    maxBytes: Bytes.nullable().describe('null: no limit'),
    maxFiles: z.int().nonnegative().nullable().describe('null: no limit'),
  })
  .meta({ id: 'Usage' });
export type Usage = z.infer<typeof Usage>;
