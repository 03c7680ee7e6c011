import * as z from 'zod';
import { because, Ident, Millis, Result, Text, WasText } from '@/lib/contract/fields';
import { themes } from '@/lib/domain/look';
import { automaticZone, isTimeZone } from '../domain/time/time-zone';
import { endpoint } from './http/endpoint';
import { AccountPassword, Email, guessablePasswordErrors, Usage } from './person';

const isZone = (zone: string) => zone === automaticZone || isTimeZone(zone);

const choices = {
  language: z
    .string()
    .nullable()
    .describe('As in the page’s own tag, such as en or de; null: as the browser asks'),
  timezone: z
    .string()
    .nullable()
    .describe(
      'UTC, auto (as the device says) or a zone such as Europe/Berlin; null: as the installation says',
    ),
  theme: z.enum(themes).nullable().describe('null: as the installation says'),
};

const mailSettings = {
  tellFirst: z.boolean().describe('Tell me by mail of the first download of each share'),
  tellEvery: z.boolean().describe('Tell me by mail of every download, once in 15 minutes'),
  tellLimit: z.boolean().describe('Tell me by mail when the views of a share are used up'),
  tellEnd: z.boolean().describe('Tell me by mail before the link of a share ends'),
  tellSignIn: z.boolean().describe('Tell me by mail of a sign-in from a browser or program that is new'),
};

export const Preferences = z
  .object({
    ...choices,
    autoPublish: z
      .boolean()
      .describe('Publish new shares by themselves, where the installation offers it (appconfig)'),
    showName: z.boolean().describe('Visitors of my links are told my login'),
    firstSteps: z.boolean().describe('Admins are shown what is left to set up'),
    ...mailSettings,
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof Preferences>;

const PreferencesChange = z
  .object({
    ...choices,
    language: Text.max(20).nullable(),
    timezone: Text.max(64).refine(isZone, because('unsupported')).nullable(),
    autoPublish: z.boolean(),
    showName: z.boolean(),
    firstSteps: z.boolean(),
    ...mailSettings,
  })
  .partial();
export type PreferencesChange = z.output<typeof PreferencesChange>;

export const recentKinds = [
  'signIn',
  'newSignIn',
  'wrongPassword',
  'wrongCode',
  'wrongPasskey',
  'password',
  'passwordRefused',
  'email',
  'factorOn',
  'factorOff',
  'recovery',
  'passkeyAdded',
  'passkeyRenamed',
  'passkeyRemoved',
  'passkeyBehind',
  'byAdmin',
] as const;

export const RecentEvent = z
  .object({
    id: z.string(),
    at: Millis,
    kind: z.enum(recentKinds),
    browser: z.string().nullable().describe('Kind of program, of sign-ins'),
    system: z.string().nullable().describe('Kind of device, of sign-ins'),
    address: z.string().nullable(),
  })
  .meta({ id: 'RecentEvent' });
export type RecentEvent = z.infer<typeof RecentEvent>;

export const OtherAccess = z
  .object({
    kind: z.enum(['passkey', 'member', 'webhook', 'token']),
    id: Ident.describe('Of the passkey, account, webhook or access token'),
    name: z.string().describe('The login of a member, the host of a webhook'),
    inbox: z.object({ id: Ident, name: z.string() }).nullable().describe('Of a member'),
    created: Millis.nullable().describe('null: before this was kept'),
  })
  .meta({ id: 'OtherAccess' });
export type OtherAccess = z.infer<typeof OtherAccess>;

export const settings = {
  otherAccess: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/otheraccess',
    access: 'user',
    summary: 'What has access to my account or is told of it: passkeys, members, webhooks and access tokens',
    answer: z.object({ items: z.array(OtherAccess) }),
  }),
  lately: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/lately',
    access: 'user',
    summary: 'What happened to my account lately: sign-ins, password, address, second factor; newest first',
    answer: z.object({ items: z.array(RecentEvent) }),
  }),
  getEmail: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/email',
    access: 'user',
    summary: 'My e-mail address',
    answer: z.object({
      email: z.string().nullable(),
      verified: z.boolean().describe('Proven by a mailed link: one may sign in by it'),
      pending: z.string().nullable().describe('An address that becomes mine once its mailed link is opened'),
    }),
  }),
  setEmail: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/email',
    access: 'user',
    summary: 'Set my e-mail address; an empty one removes it. The address of before is told',
    example: { body: { email: 'somebody@example.org' } },
    body: z.object({
      email: Email,
      was: WasText,
      password: Text.max(4096).nullish().describe('Needed in a session that began in a browser'),
    }),
    answer: Result.extend({
      pending: z.boolean().describe('The address counts once the link that was mailed to it is opened'),
    }),
    says: 'settings.emailSaved',
    refused: { pending: false },
    errors: [
      'request.changed',
      'settings.passwordWrong',
      'limit.attempts',
      'mail.limitReached',
      'mail.receiverLimit',
    ],
  }),
  clearEmail: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/settings/email',
    access: 'user',
    summary: 'Remove my e-mail address',
    query: z.object({ was: WasText }),
    answer: Result,
    says: 'settings.emailRemoved',
    errors: ['request.changed', 'settings.passwordWrong', 'limit.attempts'],
  }),
  hasPassword: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/password',
    access: 'user',
    summary: 'Whether my account has a password here',
    answer: Result,
    says: 'settings.hasPassword',
    errors: ['settings.noPassword'],
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/password',
    access: 'user',
    summary: 'Change my password; every other session of mine ends',
    example: {
      body: { oldPassword: '…', newPassword: 'a new one of some length' },
      refusal: 'settings.passwordWrong',
    },
    body: z.object({ oldPassword: Text.max(4096), newPassword: AccountPassword }),
    answer: Result,
    says: 'settings.passwordChanged',
    errors: ['settings.noPassword', 'settings.passwordWrong', 'limit.attempts', ...guessablePasswordErrors],
  }),
  usage: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/usage',
    access: 'user',
    summary: 'What my files take and what they may',
    answer: Usage,
  }),
  getPreferences: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/preferences',
    access: 'user',
    summary: 'What I have chosen: language, time zone, theme, publishing',
    answer: Preferences,
  }),
  setPreferences: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/preferences',
    access: 'user',
    summary: 'Change some of my choices; those that are not named stay',
    example: { body: { theme: 'dark' } },
    body: PreferencesChange,
    answer: Result,
    says: 'settings.saved',
  }),
};
