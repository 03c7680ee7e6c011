import * as z from 'zod';
import { Ident, Result, Secret, Text } from '@/lib/contract/fields';
import { endpoint } from '../http/endpoint';
import { AccountPassword, guessablePasswordErrors } from '../person';

const Token = Secret.max(200).describe('From the link in the mail, behind its #; for one use');

/** Links that arrive by mail: a new password, and the proof of an address. */
export const accountCode = {
  forgot: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/forgot',
    access: 'open',
    summary: 'Have a link to set a new password mailed; the answer is the same whoever is named',
    body: z.object({ account: Text.trim().min(1).max(255).describe('Login or e-mail address') }),
    answer: Result,
    says: 'auth.forgot',
    errors: ['mail.off', 'limit.attempts'],
  }),
  look: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/code',
    access: 'open',
    summary: 'What a mailed link is for; spends nothing',
    example: { refusal: 'code.over' },
    body: z.object({ token: Token }),
    answer: z.object({
      kind: z.enum(['reset', 'email']),
      login: z.string(),
      address: z.string().nullable().describe('Where it was mailed to'),
    }),
    errors: ['code.over', 'limit.attempts'],
  }),
  reset: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/reset',
    access: 'open',
    summary: 'Set a new password by a mailed link; ends all sessions and access tokens, and signs nobody in',
    example: { body: { token: '…', password: 'a new one of some length' }, refusal: 'code.over' },
    body: z.object({ token: Token, password: AccountPassword }),
    answer: Result,
    says: 'auth.reset',
    errors: ['code.over', 'limit.attempts', ...guessablePasswordErrors],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/confirm',
    access: 'open',
    summary: 'Prove an e-mail address by the link that was mailed to it; the account has it from then on',
    example: { refusal: 'code.over' },
    body: z.object({ token: Token }),
    answer: Result,
    says: 'auth.confirmed',
    errors: ['code.over', 'limit.attempts'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/api/v2/admin/account/{id}/reset',
    access: 'admin',
    summary: 'Mail a link to set a new password to an account',
    example: { refusal: 'account.noReset' },
    params: z.object({ id: Ident }),
    answer: Result,
    says: 'account.resetSent',
    errors: ['account.notFound', 'account.noReset', 'mail.off'],
  }),
};
