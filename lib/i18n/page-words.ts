import type { Messages } from 'next-intl';

/**
 * Which words pages need in the browser. What everybody gets comes with each first page, so a visitor of a link isn't
 * sent those of a dozen pages that he never sees. Words that only the server says are in none of them.
 */
export const pageWords = {
  everybody: [
    'app',
    'nav',
    'list',
    'open',
    'files',
    'preview',
    'login',
    'register',
    'newPassword',
    'info',
    'ending',
  ],
  senders: ['inbox', 'create', 'upload'],
  receipts: ['receipt'],
  signedIn: [
    'home',
    'share',
    'create',
    'upload',
    'alias',
    'deliveries',
    'mail',
    'validity',
    'changed',
    'settings',
    'session',
    'token',
    'device',
    'receive',
    'usage',
  ],
  admins: ['account', 'audit', 'doctor', 'invite'],
} as const satisfies Record<string, (keyof Messages)[]>;

export type Audience = keyof typeof pageWords;
