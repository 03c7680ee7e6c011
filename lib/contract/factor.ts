import * as z from 'zod';
import { Millis, Result, Text, TypedCode } from '@/lib/contract/fields';
import { endpoint } from './http/endpoint';

export const FactorState = z
  .object({
    available: z.boolean().describe('Whether this account can have one here'),
    required: z.boolean().describe('Whether the installation demands one of this account'),
    since: Millis.nullable().describe('Since when one is set up; null: none'),
    recoveryLeft: z.int().nonnegative().describe('How many recovery codes are left'),
  })
  .meta({ id: 'SecondFactor' });
export type FactorState = z.infer<typeof FactorState>;

const Password = Text.max(4096);
const Code = TypedCode.describe('Six digits of the app, or where allowed a recovery code');

const recoveryCodes = z.array(z.string()).describe('Each works once; they are answered this once');

/** The second factor of one's own account. Signing in with it is `auth.second`. */
export const factor = {
  get: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/factor',
    access: 'user',
    summary: 'Whether my account has a second factor',
    isBeforeFactor: true,
    answer: FactorState,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/factor/begin',
    access: 'user',
    summary: 'Begin to set up a second factor; nothing is saved before its first code',
    example: { refusal: 'settings.passwordWrong' },
    isBeforeFactor: true,
    body: z.object({ password: Password }),
    answer: Result.extend({
      setup: z.string().nullable().describe('What the next call takes, for ten minutes'),
      secret: z.string().nullable().describe('For the authenticator app, in base32'),
      uri: z.string().nullable().describe('The same as otpauth://, for a QR code'),
    }),
    says: 'factor.begun',
    refused: { setup: null, secret: null, uri: null },
    errors: [
      'settings.noPassword',
      'settings.passwordWrong',
      'factor.alreadyOn',
      'factor.switchedOff',
      'limit.attempts',
    ],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/factor',
    access: 'user',
    summary: 'Turn the second factor on with its first code; my other sessions end',
    example: { refusal: 'factor.setupOver' },
    isBeforeFactor: true,
    body: z.object({ setup: Text.max(2000), code: Code }),
    answer: Result.extend({ recoveryCodes }),
    says: 'factor.on',
    refused: { recoveryCodes: [] },
    errors: ['factor.codeWrong', 'factor.setupOver', 'factor.alreadyOn', 'limit.attempts'],
  }),
  renew: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/factor/recovery',
    access: 'user',
    summary: 'Make new recovery codes; the old ones end',
    example: { refusal: 'settings.passwordWrong' },
    body: z.object({ password: Password, code: Code }),
    answer: Result.extend({ recoveryCodes }),
    says: 'factor.renewed',
    refused: { recoveryCodes: [] },
    errors: [
      'settings.noPassword',
      'settings.passwordWrong',
      'factor.codeWrong',
      'factor.notOn',
      'limit.attempts',
    ],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/factor/off',
    access: 'user',
    summary: 'Turn the second factor off',
    example: { refusal: 'settings.passwordWrong' },
    body: z.object({ password: Password, code: Code }),
    answer: Result,
    says: 'factor.off',
    errors: [
      'settings.noPassword',
      'settings.passwordWrong',
      'factor.codeWrong',
      'factor.notOn',
      'limit.attempts',
    ],
  }),
};
