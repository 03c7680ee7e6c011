import * as z from 'zod';
import { Ident, KeyName, Millis, Result, Text } from '@/lib/contract/fields';
import { OwnerProof, ownerProofErrors } from './account/owner-proof';
import { AuthResult, keepSignedIn, noSession } from './auth';
import { endpoint } from './http/endpoint';

export const PasskeyItem = z
  .object({
    id: Ident,
    name: z.string(),
    synced: z.boolean().describe('Whether a password manager keeps a copy'),
    created: Millis,
    lastUsed: Millis.nullable(),
    elsewhere: z.string().nullable().describe('The host where alone it works; null: here'),
  })
  .meta({ id: 'Passkey' });
export type PasskeyItem = z.infer<typeof PasskeyItem>;

const PasskeyList = z.object({
  available: z.boolean().describe('Whether this account can have passkeys here'),
  offered: z.boolean().describe('Whether BASE_URL is one that browsers offer passkeys at'),
  asksCode: z.boolean().describe('Whether changes need a code of the authenticator app, too'),
  items: z.array(PasskeyItem),
});
export type PasskeyList = z.infer<typeof PasskeyList>;

/** Binary parts are base64url, as browsers make them with `toJSON()`. */
const Part = Text.max(2000);
const credential = { id: Part, rawId: Part, type: z.literal('public-key') };

const NewPasskey = z.object({
  name: KeyName,
  credential: z
    .object({
      ...credential,
      response: z.object({
        clientDataJSON: Part,
        attestationObject: Text.max(20_000),
        transports: z.array(Text.max(20)).max(10).exactOptional(),
      }),
    })
    .describe('RegistrationResponseJSON of WebAuthn'),
});
export type NewPasskey = z.output<typeof NewPasskey>;

const PasskeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: Part,
      authenticatorData: Part,
      signature: Part,
      userHandle: Part.exactOptional(),
    }),
  })
  .describe('AuthenticationResponseJSON of WebAuthn');
export type PasskeyAssertion = z.output<typeof PasskeyAssertion>;

/** The passkeys of one's own account, and signing in with one. */
export const passkey = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/passkey',
    access: 'user',
    summary: 'My passkeys',
    answer: PasskeyList,
  }),
  begin: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/passkey/begin',
    access: 'user',
    summary: 'Begin to make a passkey',
    example: { body: { password: '…' }, refusal: 'settings.passwordWrong' },
    isBeforeFactor: true,
    body: OwnerProof,
    answer: Result.extend({
      options: z
        .record(z.string(), z.unknown())
        .nullable()
        .describe('PublicKeyCredentialCreationOptionsJSON of WebAuthn, for five minutes and one use'),
    }),
    says: 'passkey.begun',
    refused: { options: null },
    errors: ['passkey.notHere', 'settings.noPassword', ...ownerProofErrors],
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/passkey',
    access: 'user',
    summary: 'Add the passkey that a device has made',
    example: { refusal: 'passkey.refused' },
    isBeforeFactor: true,
    body: NewPasskey,
    answer: Result,
    says: 'passkey.added',
    errors: ['passkey.notHere', 'passkey.over', 'passkey.refused', 'settings.noPassword'],
  }),
  rename: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/passkey/{id}',
    access: 'user',
    summary: 'Rename a passkey',
    who: 'owner',
    params: z.object({ id: Ident }),
    body: z.object({ name: KeyName }),
    answer: Result,
    says: 'passkey.renamed',
    errors: ['passkey.notFound'],
  }),
  remove: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/passkey/{id}/remove',
    access: 'user',
    summary: 'Remove a passkey; my other sessions end',
    who: 'account',
    example: { body: { password: '…' }, refusal: 'settings.passwordWrong' },
    params: z.object({ id: Ident }),
    body: OwnerProof,
    answer: Result,
    says: 'passkey.removed',
    errors: ['passkey.notFound', 'passkey.lastWay', ...ownerProofErrors],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/passkey/begin',
    access: 'open',
    summary: 'Begin to sign in with a passkey',
    answer: Result.extend({
      options: z
        .object({
          challenge: z.string(),
          rpId: z.string(),
          timeout: z.int().positive(),
          userVerification: z.literal('required'),
        })
        .nullable()
        .describe('PublicKeyCredentialRequestOptionsJSON of WebAuthn, for five minutes and one use'),
    }),
    says: 'passkey.asked',
    refused: { options: null },
    errors: ['passkey.notHere'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/api/v2/open/auth/passkey',
    access: 'open',
    summary: 'Sign in with what a passkey has signed, for password and second factor',
    example: { refusal: 'passkey.refused' },
    body: z.object({ credential: PasskeyAssertion, keepSignedIn }),
    answer: AuthResult,
    setsCookie: true,
    says: 'auth.signedIn',
    refused: noSession,
    errors: ['passkey.notHere', 'passkey.over', 'passkey.refused', 'auth.accountDisabled', 'limit.attempts'],
  }),
};
