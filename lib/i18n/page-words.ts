import type { Messages } from 'next-intl';

/**
 * Message namespaces that pages need in the browser. Everyone's are part of each first page, so they are few.
 * Namespaces used on the server only are not listed.
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
  inboxOwners: ['inbox'],
  receipts: ['receipt'],
  factor: ['factor'],
  mailLinks: ['mailLink'],
  reporters: ['report'],
  sealed: ['sealed'],
  signedIn: [
    'home',
    'share',
    'sealed',
    'create',
    'upload',
    'alias',
    'deliveries',
    'mail',
    'validity',
    'changed',
    'settings',
    'session',
    'factor',
    'leaving',
    'ownData',
    'token',
    'device',
    'receive',
    'usage',
    'webhook',
  ],
  admins: ['account', 'audit', 'doctor', 'invite', 'oversight', 'quarantine', 'report', 'server'],
} as const satisfies Record<string, (keyof Messages)[]>;

export type Audience = keyof typeof pageWords;
