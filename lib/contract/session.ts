import * as z from 'zod';
import { Ident, Millis, Result } from './fields';
import { endpoint } from './http/endpoint';

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

/** Where I am signed in. Beginning, refreshing and signing out are calls of `auth`. */
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
    params: z.object({ id: Ident }),
    answer: Result,
    says: 'session.ended',
    errors: ['session.notFound'],
  }),
};
