import * as z from 'zod';
import { Result, Text, TypedCode } from '@/lib/contract/fields';
import { endpoint } from './http/endpoint';

export const AuthResult = Result.extend({
  id: z.string(),
  user: z.string().describe('The login'),
  admin: z.boolean(),
  token: z.string().nullable().describe('For the Sharry-Auth header'),
  challenge: z
    .string()
    .optional()
    .describe(
      'With `auth.secondFactor`: what `open/auth/second` takes with the code, for five minutes; with `auth.unconfirmed`: the same for `open/signup/again`',
    ),
  validMs: z.int().nonnegative().describe('How long the token is valid, in milliseconds'),
}).meta({ id: 'AuthResult' });
export type AuthResult = z.infer<typeof AuthResult>;

export const keepSignedIn = z
  .boolean()
  .optional()
  .describe('Whether the browser stays signed in when it was closed or away for longer than `validMs`');

export const noSession = { id: '', user: '', admin: false, token: null, validMs: 0 };

/** Only where a directory checks passwords. */
const directoryErrors = [
  'auth.directoryAway',
  'auth.directoryUnclear',
  'auth.directoryNoId',
  'auth.passwordExpired',
  'auth.notAdmitted',
  'auth.externalSignupClosed',
  'auth.otherSource',
] as const;

export const auth = {
  login: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/login',
    access: 'open',
    summary: 'Sign in with login and password',
    example: { refusal: 'auth.loginFailed' },
    body: z.object({ account: Text.max(255), password: Text.max(4096), keepSignedIn }),
    answer: AuthResult,
    setsCookie: true,
    says: 'auth.signedIn',
    refused: noSession,
    errors: [
      'auth.loginFailed',
      'auth.accountDisabled',
      'auth.unconfirmed',
      'auth.secondFactor',
      'auth.passkeyNeeded',
      'limit.attempts',
      ...directoryErrors,
    ],
  }),
  second: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/second',
    access: 'open',
    summary: 'Complete a sign-in with a code of the second factor, or a recovery code',
    example: { refusal: 'auth.challengeOver' },
    body: z.object({ challenge: Text.max(2000), code: TypedCode }),
    answer: AuthResult,
    setsCookie: true,
    says: 'auth.signedIn',
    refused: noSession,
    errors: ['factor.codeWrong', 'auth.challengeOver', 'auth.accountDisabled', 'limit.attempts'],
  }),
  proxy: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/proxy',
    access: 'open',
    summary: 'Sign in as whom the reverse proxy in front names',
    example: { refusal: 'auth.proxyRefused' },
    body: z.object({ keepSignedIn }),
    answer: AuthResult,
    setsCookie: true,
    says: 'auth.signedIn',
    refused: noSession,
    errors: ['auth.proxyRefused', 'auth.accountDisabled', 'auth.externalSignupClosed', 'auth.otherSource'],
  }),
  session: endpoint({
    method: 'POST',
    path: '/api/v2/sec/auth/session',
    access: 'user',
    summary: 'Refresh the session: a new token, the same session',
    isBeforeFactor: true,
    answer: AuthResult,
    setsCookie: true,
    says: 'auth.refreshed',
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/v2/sec/auth/logout',
    access: 'user',
    summary: 'End the session, for every token of it',
    isBeforeFactor: true,
    answer: Result,
    setsCookie: true,
    says: 'auth.signedOut',
  }),
};
