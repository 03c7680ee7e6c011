import type { Messages } from 'next-intl';

type Namespace = keyof Messages;

/**
 * Message namespaces that pages need in the browser. Everyone's are part of each first page, so they are few. Whoever is
 * signed in gets all that stands nowhere here, and what `alsoSignedIn` names.
 */
const pageWords = {
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
  asked: ['asked', 'upload'],
  askers: ['request', 'asked'],
  factor: ['factor'],
  mailLinks: ['mailLink'],
  reporters: ['report'],
  sealed: ['sealed'],
  followers: ['arrival'],
  admins: ['account', 'admin', 'audit', 'doctor', 'invite', 'oversight', 'quarantine', 'report', 'server'],
} as const satisfies Record<string, Namespace[]>;

const onlyOnServer = [
  'errors',
  'reasons',
  'says',
  'offline',
  'oldBrowser',
  'plain',
  'documents',
  'missing',
] as const;
const alsoSignedIn: readonly Namespace[] = ['create', 'upload', 'factor', 'sealed', 'arrival'];

export type Audience = keyof typeof pageWords | 'signedIn';
export const audiences = [...Object.keys(pageWords), 'signedIn'] as Audience[];

const elsewhere = new Set<Namespace>([...Object.values(pageWords).flat(), ...onlyOnServer]);

export function namespacesFor(audience: Audience, all: readonly Namespace[]): readonly Namespace[] {
  if (audience !== 'signedIn') return pageWords[audience];
  return all.filter((name) => !elsewhere.has(name) || alsoSignedIn.includes(name));
}
