import * as z from 'zod';
import { Ident, Millis, Result, Text } from '@/lib/contract/fields';
import { endpoint } from '../http/endpoint';
import { OwnerProof, ownerProofErrors, ProofAsked } from './owner-proof';

const Person = z.object({ id: Ident, login: z.string() });

const LeaveRequest = OwnerProof.extend({
  login: Text.max(255).describe('The own login, typed'),
  heirs: z
    .array(z.object({ alias: Ident, account: Ident }))
    .max(1000)
    .default([])
    .describe('Aliases that one of their members gets in the end; others are deleted'),
});
export type LeaveRequest = z.output<typeof LeaveRequest>;

/** Deleting one's own account. */
export const leaving = {
  look: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/leave',
    access: 'user',
    summary: 'What deleting my account would end',
    answer: z.object({
      endsAt: Millis.describe('When it would be gone for good, if it were deleted now'),
      asks: ProofAsked,
      isLastAdmin: z.boolean(),
      shares: z.int().nonnegative(),
      aliases: z.int().nonnegative(),
      shared: z
        .array(z.object({ id: Ident, name: z.string(), members: z.array(Person) }))
        .describe('Own aliases that have members'),
    }),
  }),
  leave: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/leave',
    access: 'user',
    summary: 'Delete my account: all that it gives ends at once, and signing in until the end undoes it',
    example: { body: { login: '…', password: '…' }, refusal: 'request.invalid' },
    body: LeaveRequest,
    answer: Result,
    says: 'account.leaving',
    errors: ['account.lastAdmin', 'auth.required', ...ownerProofErrors],
  }),
};
