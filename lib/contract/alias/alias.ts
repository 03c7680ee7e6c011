import * as z from 'zod';
import {
  because,
  Ident,
  IdResult,
  ListQuery,
  Millis,
  Name,
  Result,
  SharePassword,
  Validity,
  WasFields,
} from '@/lib/contract/fields';
import { Blocked } from '@/lib/contract/share/share-shapes';
import { readAliasId } from '@/lib/domain/pasted/link';
import { endpoint } from '../http/endpoint';

const Person = z.object({ id: Ident, login: z.string() }).meta({ id: 'AccountLight' });

export const AliasDetail = z
  .object({
    id: Ident,
    name: z.string(),
    validity: Validity.describe('What shares that come through the alias get, in milliseconds'),
    owner: z.string().describe('Login of the owner'),
    ownerId: Ident,
    enabled: z.boolean(),
    members: z.object({ items: z.array(Person) }),
    created: Millis,
    blocked: Blocked.optional(),
    keyFingerprint: z
      .string()
      .nullable()
      .describe('Of a sealed inbox: its links end with #pk= and this, so that senders notice another key'),
    notifies: z
      .boolean()
      .optional()
      .describe('Whether anybody gets a mail about deliveries; only when one alias is asked for'),
    password: z.boolean().optional().describe('Whether senders need one; only when one alias is asked for'),
    told: z
      .boolean()
      .optional()
      .describe('Whether the caller gets a mail about deliveries; only when one alias is asked for'),
    album: z
      .object({ share: Ident, checked: z.boolean() })
      .nullable()
      .optional()
      .describe('The share in which senders see what came; only when one alias is asked for'),
  })
  .meta({ id: 'AliasDetail' });
export type AliasDetail = z.infer<typeof AliasDetail>;

/** The ID appears in a public URL, which may be pasted for it; "" and null request a generated one. */
const OwnId = z
  .string()
  .transform((text) => readAliasId(text) || null)
  .pipe(
    z
      .string()
      .regex(/^([A-Za-z0-9_@.-]*[A-Za-z0-9_@-])?$/)
      .min(4)
      .max(80)
      .nullable(),
  );

export const AliasChange = z
  .object({
    id: OwnId.nullish(),
    name: Name.refine((name) => name.trim() !== '', because('blank')),
    validity: Validity,
    enabled: z.boolean(),
    members: z.array(Ident).max(1000),
  })
  .meta({ id: 'AliasChange' });
export type AliasChange = z.output<typeof AliasChange>;

const exampleAlias = { name: 'Applications', validity: 60_000, enabled: true, members: [] };

const params = z.object({ id: Ident });
const query = ListQuery;

export const alias = {
  search: endpoint({
    method: 'GET',
    path: '/api/v2/sec/alias',
    access: 'user',
    summary: 'My aliases and those I am a member of',
    query,
    answer: z.object({
      items: z.array(AliasDetail),
      total: z.int().nonnegative().describe('Over all pages'),
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/v2/sec/alias/{id}',
    access: 'user',
    summary: 'One alias, for its owner and members',
    who: 'managers',
    params,
    answer: AliasDetail,
    errors: ['alias.notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/sec/alias',
    access: 'user',
    summary: 'Create an alias; without an id it gets a random one',
    example: { body: exampleAlias },
    body: AliasChange,
    answer: IdResult,
    says: 'alias.created',
    refused: { id: '' },
    errors: ['alias.idTaken', 'share.validityTooLong', 'limit.attempts'],
  }),
  modify: endpoint({
    method: 'POST',
    path: '/api/v2/sec/alias/{id}',
    access: 'user',
    summary: 'Change an alias; a new id is carried to its shares, a missing one stays',
    who: 'owner',
    example: { body: exampleAlias },
    params,
    body: AliasChange.extend({ was: WasFields }),
    answer: IdResult,
    says: 'alias.saved',
    refused: { id: '' },
    errors: [
      'alias.notFound',
      'alias.notOwner',
      'alias.idTaken',
      'share.validityTooLong',
      'limit.attempts',
      'request.changed',
    ],
  }),
  setPassword: endpoint({
    method: 'POST',
    path: '/api/v2/sec/alias/{id}/password',
    access: 'user',
    summary: 'Set the password that senders need',
    who: 'owner',
    params,
    body: z.object({ value: SharePassword }),
    answer: Result,
    says: 'alias.saved',
    errors: ['alias.notFound', 'alias.notOwner'],
  }),
  clearPassword: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/alias/{id}/password',
    access: 'user',
    summary: 'Let senders in without a password',
    who: 'owner',
    params,
    answer: Result,
    says: 'alias.saved',
    errors: ['alias.notFound', 'alias.notOwner'],
  }),
  setTold: endpoint({
    method: 'POST',
    path: '/api/v2/sec/alias/{id}/told',
    access: 'user',
    summary: 'Whether the caller, its owner or a member, gets a mail about deliveries',
    who: 'managers',
    params,
    body: z.object({ value: z.boolean() }),
    answer: Result,
    says: 'alias.saved',
    errors: ['alias.notFound'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/alias/{id}',
    access: 'user',
    summary: 'Delete an alias; its shares stay with the owner',
    who: 'owner',
    params,
    answer: Result,
    says: 'alias.removed',
    errors: ['alias.notFound', 'alias.notOwner'],
  }),
  removeMember: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/alias/{id}/member/{account}',
    access: 'user',
    summary: 'Take a member off an alias',
    who: 'owner',
    example: { refusal: 'alias.notFound' },
    params: z.object({ id: Ident, account: Ident }),
    answer: Result,
    says: 'alias.saved',
    errors: ['alias.notFound', 'alias.notOwner'],
  }),
  members: endpoint({
    method: 'GET',
    path: '/api/v2/sec/alias-member',
    access: 'user',
    summary: 'Accounts that can be made members',
    query,
    answer: z.object({ items: z.array(Person) }),
    errors: ['request.notFound'],
  }),
};
