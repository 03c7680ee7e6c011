import * as z from 'zod';
import { Text, TypedCode } from '@/lib/contract/fields';

/** Proves the person before what a stolen session must not do. */
export const OwnerProof = z.object({
  password: Text.max(4096).default('').describe('Where the account has one here'),
  code: TypedCode.default('').describe('Of the second factor, where one is set up; or a recovery code'),
});
export type OwnerProof = z.output<typeof OwnerProof>;

export const ProofAsked = z
  .array(z.enum(['password', 'code']))
  .describe('What proves the person; nothing: a sign-in of the last ten minutes');

export const ownerProofErrors = [
  'settings.passwordWrong',
  'factor.codeWrong',
  'account.signInAgain',
  'limit.attempts',
] as const;
