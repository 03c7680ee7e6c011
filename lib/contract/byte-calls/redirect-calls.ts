import * as z from 'zod';
import { Text } from '@/lib/contract/fields';
import { asked } from '../alias/asked';
import type { ByteCall } from './byte-call';

export type RedirectCall = Omit<ByteCall, 'group' | 'path'> & {
  group: 'auth' | 'asked';
  path: `/api/v2/${string}`;
};

export const redirectPaths = {
  begin: '/api/v2/open/auth/oauth/{id}',
  resume: '/api/v2/open/auth/oauth/{id}/resume',
} as const;

const common = { group: 'auth', method: 'GET', access: 'open', parts: [] } as const;

export const redirectCalls: readonly RedirectCall[] = [
  {
    ...common,
    id: 'authProvider',
    path: redirectPaths.begin,
    summary: 'Begin to sign in with a provider: sends the browser there',
    query: z.object({
      r: Text.optional().describe('Our page to come to in the end, such as `/app/uploads`'),
    }),
    answers: [{ status: 302, description: 'To the provider.', headers: ['nextAddress', 'setCookie'] }],
    errors: ['auth.providerUnknown'],
  },
  {
    ...common,
    id: 'authProviderResume',
    path: redirectPaths.resume,
    summary: 'Where the provider sends the browser back to',
    query: z.object({
      code: Text.optional(),
      state: Text.optional(),
      iss: Text.optional(),
      error: Text.optional(),
    }),
    answers: [
      {
        status: 307,
        description:
          'To the login page with `oauth=1`: with a session, or without one and the reason as `error`.',
        headers: ['nextAddress', 'setCookie'],
      },
    ],
    errors: ['auth.providerUnknown'],
  },
  {
    ...common,
    group: 'asked',
    id: 'askedStopPage',
    path: asked.stop.path,
    summary: 'Where mail programs without one click open the address of List-Unsubscribe; changes nothing',
    query: asked.stop.query,
    answers: [
      {
        status: 302,
        description: 'To the page with the button that ends reminders.',
        headers: ['nextAddress'],
      },
    ],
    errors: [],
  },
];
