import type { Route } from 'next';

/**
 * URLs of all screens. Folders of `app/app` follow these compatible URLs: a share is at `/app/upload`, an
 * inbox at `/app/share`.
 */
export const paths = {
  home: '/app/home',
  login: (back?: string) =>
    back ? (`/app/login?r=${encodeURIComponent(back)}` as const) : ('/app/login' as const),
  register: '/app/register',
  /** The key is in the fragment, which browsers never send, so it appears in no log. */
  registerWith: (key: string) => `/app/register#invite=${encodeURIComponent(key)}`,
  registerMailed: (key: string) => `/app/register#mailed=${key}`,
  forgot: '/app/forgot',
  reset: (code: string) => `/app/reset#${code}` as Route,
  confirmEmail: (code: string) => `/app/confirm#${code}` as Route,
  newInvite: '/app/newinvite',
  settings: '/app/settings',
  security: '/app/settings/security',
  access: '/app/settings/access',
  notifications: '/app/settings/notifications',
  webhooks: '/app/settings/webhooks',
  /** Starts a provider sign-in. Not a screen, so links to it load the whole page. */
  provider: (id: string, back: string, keep: boolean) =>
    `/api/v2/open/auth/oauth/${id}?r=${encodeURIComponent(back)}${keep ? '&keep=1' : ''}` as const,
  info: (code: 0 | 1) => `/app/info/${code}` as const,
  shares: '/app/uploads',
  received: '/app/received',
  newShare: '/app/share',
  audit: '/app/audit',
  doctor: '/app/doctor',
  server: '/app/server',
  overseenShares: '/app/oversight',
  reports: '/app/oversight/reports' as Route,
  share: (id: string) => `/app/upload/${id}` as Route,
  /** Its page with the activity unfolded. */
  activity: (id: string) => `/app/upload/${id}?tab=activity#activity` as Route,
  accounts: '/app/account',
  newAccount: '/app/account/new',
  account: (id: string) => `/app/account/${id}` as Route,
  aliases: '/app/alias',
  newAlias: '/app/alias/new',
  alias: (id: string) => `/app/alias/${id}` as Route,
  deliveries: (aliasId: string) => `/app/received?alias=${encodeURIComponent(aliasId)}` as Route,
  /** @param keyFingerprint of a sealed inbox, so that senders notice another key */
  inbox: (aliasId: string, keyFingerprint: string | null = null) =>
    `/app/share/${aliasId}${keyFingerprint ? `#pk=${keyFingerprint}` : ''}` as Route,
  legal: (page: 'imprint' | 'privacy') => `/app/legal/${page}` as Route,
  documentation: '/api/doc/guide',
  accessibility: '/api/doc/guide/accessibility',
  encryptionHelp: '/api/doc/guide/encryption',
  markdownHelp: 'https://commonmark.org/help/',
  inboxFor: (aliasId: string, secret: string) => `/app/share/${aliasId}#more=${secret}` as Route,
  receipt: (secret: string) => `/app/receipt#${secret}` as Route,
  open: (linkId: string) => `/app/open/${linkId}` as Route,
} as const;

/** Used by the server only, so no page has to load them. */
export const serverPaths = {
  operatorDocument: (name: string) => `/api/doc/operate/${encodeURIComponent(name)}` as Route,
  /** Sets up a factor that is demanded, and leads on to `back`. */
  secondFactor: (back: string) => `/app/second-factor?r=${encodeURIComponent(back)}` as Route,
  externalLogin: ({ back, code, provider }: { back: string | null; code?: string; provider?: string }) => {
    const search = new URLSearchParams({ oauth: '1' });
    if (code) search.set('error', code);
    if (provider) search.set('provider', provider);
    if (back) search.set('r', back);
    return `/app/login?${search}` as const;
  },
  leave: '/app/settings/leave',
  ownData: '/app/settings/data',
  senderPicture: (address: string) => `/sender/${address}`,
  calls: '/api/doc',
  ending: (action: 'extend' | 'end', token: string) => `/app/ending#${action}=${token}`,
  receive: '/app/receive',
  delivery: (id: string) => `/app/received?at=${id}` as Route,
  /** Its secret is in the fragment, so that it appears in no log. */
  stopReminders: (token: string) => `/app/request#stop=${token}` as Route,
  /** A mail program posts to it. */
  stopCall: (token: string) => `/api/v2/open/request/stop?token=${token}` as const,
  request: (secret: string, keyFingerprint: string | null = null) =>
    `/app/request#${secret}${keyFingerprint ? `&pk=${keyFingerprint}` : ''}` as Route,
  device: (code?: string) => (code ? (`/app/device?code=${code}` as Route) : ('/app/device' as const)),
} as const;

/** A session may end on these pages. */
export const isOpenPage = (path: string): boolean =>
  !/^\/app(\/|$)/.test(path) ||
  /^\/app\/(login|register|second-factor|forgot|reset|confirm|ending|receipt|request|(info|legal|open|share)\/[^/]+)$/.test(
    path,
  );

export const initialPath = (page: 'home' | 'uploads' | 'share') =>
  ({ home: paths.home, uploads: paths.shares, share: paths.newShare })[page];
