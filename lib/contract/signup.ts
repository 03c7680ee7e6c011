import * as z from 'zod';
import { endpoint } from './endpoint';
import { Result, Text } from './fields';
import { AccountPassword, Login } from './person';

export const signup = {
  register: endpoint({
    method: 'POST',
    path: '/api/v2/open/signup/register',
    access: 'open',
    summary: 'Register an account, with an invite key where the installation wants one',
    body: z.object({
      login: Login,
      password: AccountPassword,
      invite: Text.max(80).nullish(),
    }),
    answer: Result,
    says: 'signup.registered',
    errors: ['signup.closed', 'signup.inviteInvalid', 'account.loginTaken', 'limit.attempts'],
  }),
  newInvite: endpoint({
    method: 'POST',
    path: '/api/v2/admin/signup/newinvite',
    access: 'admin',
    summary: 'Make a single-use invite key',
    body: z.object({ password: Text.max(1024) }),
    answer: Result.extend({ key: z.string().nullable() }).meta({ id: 'InviteResult' }),
    says: 'signup.inviteMade',
    refused: { key: null },
    errors: ['signup.inviteOff', 'signup.invitePasswordWrong', 'limit.attempts'],
  }),
};

export type Registration = z.output<typeof signup.register.body>;
