import * as z from 'zod';
import { because, Ident, Millis, Name, Result, Secret, Text, WasText } from '@/lib/contract/fields';
import { isNewLogin } from '@/lib/domain/ident';
import { emailMaxLength } from '@/lib/domain/mail/mail-address';
import { endpoint } from './http/endpoint';
import { AccountPassword, guessablePasswordErrors, Login } from './person';

export const OpenInvite = z
  .object({
    id: Ident.describe('Of the invite, not its key: the key is shown once, when it is made'),
    keyStart: z
      .string()
      .describe('The first characters of the key, to tell one from another; "" if it is mailed'),
    address: z.string().nullable().describe('Where its key is mailed to'),
    label: z.string().nullable(),
    createdBy: z.string().nullable().describe('Login of who made it; null when that account is gone'),
    created: Millis,
    expires: Millis,
  })
  .meta({ id: 'OpenInvite' });
export type OpenInvite = z.infer<typeof OpenInvite>;

const params = z.object({ id: Ident });

export const signup = {
  register: endpoint({
    method: 'POST',
    path: '/api/v2/open/signup/register',
    access: 'open',
    summary: 'Register an account, with an invite key where the installation wants one',
    example: { refusal: 'request.invalid' },
    body: z.object({
      login: Login.refine(isNewLogin, because('hasAt')),
      password: AccountPassword,
      invite: Secret.max(80).nullish(),
      email: Text.max(emailMaxLength)
        .nullish()
        .describe('Asked for as SIGNUP_EMAIL says. A mailed invite brings its own instead'),
    }),
    answer: Result,
    says: 'signup.registered',
    errors: [
      'signup.closed',
      'signup.inviteInvalid',
      'signup.domainClosed',
      'account.loginTaken',
      'mail.off',
      'limit.attempts',
      ...guessablePasswordErrors,
    ],
  }),
  again: endpoint({
    method: 'POST',
    path: '/api/v2/open/signup/again',
    access: 'open',
    summary: 'Have the link that confirms a new account mailed again, by the challenge of a sign-in',
    example: { refusal: 'auth.challengeOver' },
    body: z.object({ challenge: Text.max(2000) }),
    answer: Result,
    says: 'signup.mailedAgain',
    errors: ['auth.challengeOver', 'mail.off', 'limit.attempts'],
  }),
  newInvite: endpoint({
    method: 'POST',
    path: '/api/v2/admin/signup/newinvite',
    access: 'admin',
    summary: 'Make a single-use invite key, or have it mailed to an address, which it then proves',
    example: { refusal: 'signup.inviteOff' },
    body: z.object({
      password: Text.max(1024),
      email: Text.max(1000).nullish().describe('One address; the answer then has no key'),
    }),
    answer: Result.extend({ key: z.string().nullable() }).meta({ id: 'InviteResult' }),
    says: 'signup.inviteMade',
    refused: { key: null },
    errors: [
      'signup.inviteOff',
      'signup.invitePasswordWrong',
      'signup.addressKnown',
      'mail.off',
      'mail.badRecipients',
      'mail.tooManyRecipients',
      'mail.limitReached',
      'mail.receiverLimit',
      'limit.attempts',
    ],
  }),
  invites: endpoint({
    method: 'GET',
    path: '/api/v2/admin/signup/invite',
    access: 'admin',
    summary: 'Invites that can still be used, the newest first',
    answer: z.object({ items: z.array(OpenInvite) }),
  }),
  labelInvite: endpoint({
    method: 'POST',
    path: '/api/v2/admin/signup/invite/{id}',
    access: 'admin',
    summary: 'Note whom an invite is for; an empty label removes it',
    example: { refusal: 'invite.notFound' },
    params,
    body: z.object({ label: Name.max(100).nullable(), was: WasText }),
    answer: Result,
    says: 'signup.inviteLabelled',
    errors: ['invite.notFound', 'request.changed'],
  }),
  revokeInvite: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/signup/invite/{id}',
    access: 'admin',
    summary: 'Take an invite back: nobody can register with its key any more',
    example: { refusal: 'invite.notFound' },
    params,
    answer: Result,
    says: 'signup.inviteRevoked',
    errors: ['invite.notFound'],
  }),
};

export type Registration = z.output<typeof signup.register.body>;
