import * as z from 'zod';
import { Ident, KeyName, Millis, Result, Text, Validity } from '@/lib/contract/fields';
import { endpoint } from './http/endpoint';
import { scopes } from './http/scope';

export const SessionItem = z
  .object({
    id: Ident,
    current: z.boolean().describe('Whether this is the session that asks'),
    browser: z.string().nullable().describe('Kind of program, such as Firefox or curl'),
    system: z.string().nullable().describe('Kind of device, such as Windows or iPhone'),
    address: z.string().nullable(),
    created: Millis,
    lastSeen: Millis.describe('When it began or was last refreshed'),
  })
  .meta({ id: 'Session' });
export type SessionItem = z.infer<typeof SessionItem>;

/** Signing in, refreshing and signing out are in `auth`. */
export const session = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/session',
    access: 'user',
    summary: 'Where I am signed in: this session first, then the one last used',
    answer: z.object({ items: z.array(SessionItem) }),
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/settings/session',
    access: 'user',
    summary: 'End all my sessions but this one',
    answer: Result,
    says: 'session.othersEnded',
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/settings/session/{id}',
    access: 'user',
    summary: 'End one of my sessions at once, with every token of it',
    who: 'owner',
    params: z.object({ id: Ident }),
    answer: Result,
    says: 'session.ended',
    errors: ['session.notFound'],
  }),
};

export const maxTokens = 50;
const longestMs = 3653 * 24 * 3600 * 1000;

const scopeList = z
  .array(z.enum(scopes))
  .min(1)
  .max(scopes.length)
  .describe(
    'upload: make shares and fill them; read: lists, details, files; manage: change and delete; admin: what admins may. None includes another.',
  );

export const TokenItem = z
  .object({
    id: Ident.describe('The first part of the token itself, by which it can be told from others'),
    name: z.string(),
    scopes: z.array(z.string()),
    networks: z.array(z.string()).describe('From where it counts; none: from everywhere'),
    created: Millis,
    until: Millis,
    lastUsed: Millis.nullable().describe('To the minute'),
    address: z.string().nullable().describe('From where it was used last'),
  })
  .meta({ id: 'AccessToken' });
export type TokenItem = z.infer<typeof TokenItem>;

const NewToken = z.object({
  name: KeyName,
  scopes: scopeList,
  validity: Validity.max(longestMs),
  networks: z
    .array(Text.max(50))
    .max(20)
    .default([])
    .describe('Addresses or networks such as 192.0.2.7 or 10.1.0.0/16'),
});
export type NewToken = z.output<typeof NewToken>;

/** Access tokens replace a session in programs. Tokens can't create or revoke tokens. */
export const token = {
  list: endpoint({
    method: 'GET',
    path: '/api/v2/sec/settings/token',
    access: 'user',
    summary: 'My access tokens, newest first; never the tokens themselves',
    answer: z.object({ items: z.array(TokenItem) }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/v2/sec/settings/token',
    access: 'user',
    summary: 'Create an access token; it is answered this once',
    body: NewToken,
    answer: Result.extend({ token: z.string().nullable() }),
    says: 'token.created',
    refused: { token: null },
    errors: ['token.tooMany'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/v2/sec/settings/token/{id}',
    access: 'user',
    summary: 'Revoke an access token of mine, at once',
    who: 'owner',
    params: z.object({ id: Ident }),
    answer: Result,
    says: 'token.revoked',
    errors: ['token.notFound'],
  }),
};
