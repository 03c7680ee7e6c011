import * as z from 'zod';
import { Bytes, Ident, ListQuery, Millis, Result, Text, WasFields } from '@/lib/contract/fields';
import { maxCount } from '@/lib/domain/limits';
import { endpoint } from '../http/endpoint';
import { AccountPassword, Email, guessablePasswordErrors, Login, Usage } from '../person';

const State = z
  .string()
  .transform((state) => state.charAt(0).toUpperCase() + state.slice(1).toLowerCase())
  .pipe(z.enum(['Active', 'Disabled', 'Pending']));

export const AccountDetail = z
  .object({
    id: Ident,
    login: z.string(),
    source: z.string().describe('Who vouches: intern, extern, ldap or oauth:<provider>'),
    state: z
      .enum(['Active', 'Disabled', 'Pending'])
      .describe('Pending: its new address is not confirmed yet'),
    admin: z.boolean(),
    email: z.string().nullable(),
    loginCount: z.int().nonnegative(),
    shares: z.int().nonnegative(),
    aliases: z.int().nonnegative(),
    sharedAliases: z.int().nonnegative().describe('Those of its aliases that have members'),
    lastLogin: Millis.nullable(),
    created: Millis,
    maxBytes: Bytes.nullable().describe('Of its files together; null: as the installation says, 0: no limit'),
    maxFiles: z.int().nonnegative().nullable().describe('The same for their number'),
    usage: Usage,
    leavesAt: Millis.nullable().describe('When it is deleted for good, as its person has chosen; null: not'),
    secondFactor: z.boolean().describe('Whether an authenticator app or a passkey is set up'),
    groups: z
      .array(z.string())
      .optional()
      .describe('Of the last sign-in, in the answer of one account whose provider has groups'),
  })
  .meta({ id: 'AccountDetail' });
export type AccountDetail = z.infer<typeof AccountDetail>;

/** Forms send empty fields, so "" keeps the password. */
const NewPassword = Text.transform((text) => text || null).pipe(AccountPassword.nullable());

export const accountSorts = [
  'login',
  'source',
  'state',
  'shares',
  'space',
  'aliases',
  'admin',
  'loginCount',
  'lastLogin',
  'created',
] as const;
export type AccountSort = (typeof accountSorts)[number];

const AccountQuery = ListQuery.extend({
  sort: z.enum(accountSorts).default('login'),
  order: z.enum(['asc', 'desc']).default('asc'),
});
export type AccountQuery = z.output<typeof AccountQuery>;

const params = z.object({ id: Ident });
const changeable = {
  state: State,
  admin: z.boolean(),
  email: Email.nullish(),
  maxBytes: Bytes.nullish().describe(
    'Of all its files together; null: as the installation says, 0: no limit; missing: as it was',
  ),
  maxFiles: z.int().nonnegative().max(maxCount).nullish().describe('The same for their number'),
};

export const account = {
  search: endpoint({
    method: 'GET',
    path: '/api/v2/admin/account',
    access: 'admin',
    summary: 'Accounts whose login has these words, in any order of the list',
    query: AccountQuery,
    answer: z.object({
      items: z.array(AccountDetail),
      total: z.int().nonnegative().describe('Over all pages'),
      sums: z
        .object({ shares: z.int().nonnegative(), bytes: Bytes })
        .describe('What these accounts have together, over all pages'),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/admin/account/{id}',
    access: 'admin',
    summary: 'One account',
    params,
    answer: AccountDetail,
    errors: ['account.notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/admin/account',
    access: 'admin',
    summary: 'Create an account with a password of ours',
    example: {
      body: { login: 'bea', password: 'a new one of some length', state: 'Active', admin: false },
      unique: 'login',
    },
    body: z.object({ ...changeable, login: Login, password: AccountPassword }),
    answer: Result,
    says: 'account.created',
    errors: ['account.loginTaken', ...guessablePasswordErrors],
  }),
  modify: endpoint({
    method: 'POST',
    path: '/api/v2/admin/account/{id}',
    access: 'admin',
    summary: 'Change an account; a missing e-mail is removed, a missing password stays',
    example: { body: { state: 'Disabled', admin: false } },
    params,
    body: z.object({
      ...changeable,
      password: NewPassword.nullish(),
      staysDisabled: z
        .boolean()
        .optional()
        .describe('True keeps an account that is leaving, and signing in opens it no more'),
      was: WasFields,
    }),
    answer: Result,
    says: 'account.saved',
    errors: ['account.notFound', 'account.lastAdmin', 'request.changed', ...guessablePasswordErrors],
  }),
  resetFactor: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/account/{id}/factor',
    access: 'admin',
    summary: 'Remove the second factor and the passkeys of an account, whose sessions end; not the own ones',
    params,
    answer: Result,
    says: 'account.factorReset',
    errors: ['account.notFound', 'factor.notOn', 'factor.own'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v2/admin/account/{id}',
    access: 'admin',
    summary: 'Delete an account with its shares, files and aliases',
    params,
    query: z.object({
      heir: Ident.optional().describe(
        'Id of the account that gets its aliases with all that came through them',
      ),
    }),
    answer: Result,
    says: 'account.removed',
    errors: ['account.notFound', 'account.lastAdmin'],
  }),
};

export type AccountChange = z.output<typeof account.modify.body>;
export type NewAccount = z.output<typeof account.create.body>;
