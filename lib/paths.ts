import type { Route } from 'next';

/**
 * Every screen's URL, in one place. They are those of the product whose links and clients go on working here, so
 * folders of `app/app` are named by URL, not by our words: a share is at `/app/upload`, an inbox at `/app/share`.
 */
export const paths = {
  home: '/app/home',
  login: (back?: string) =>
    back ? (`/app/login?r=${encodeURIComponent(back)}` as const) : ('/app/login' as const),
  register: '/app/register',
  /** Behind the sign a browser sends nothing: the key stays out of every log. */
  registerWith: (key: string) => `/app/register#invite=${encodeURIComponent(key)}`,
  newInvite: '/app/newinvite',
  settings: '/app/settings',
  /** Begins to sign in with a provider. No screen of ours, so links to it load it as a whole. */
  provider: (id: string, back: string, keep: boolean) =>
    `/api/v2/open/auth/oauth/${id}?r=${encodeURIComponent(back)}${keep ? '&keep=1' : ''}` as const,
  info: (code: 0 | 1) => `/app/info/${code}` as const,
  shares: '/app/uploads',
  received: '/app/uploads?state=received' as Route,
  newShare: '/app/share',
  audit: '/app/audit',
  doctor: '/app/doctor',
  share: (id: string) => `/app/upload/${id}` as Route,
  accounts: '/app/account',
  newAccount: '/app/account/new',
  account: (id: string) => `/app/account/${id}` as Route,
  aliases: '/app/alias',
  newAlias: '/app/alias/new',
  alias: (id: string) => `/app/alias/${id}` as Route,
  /** What came through an alias. */
  deliveries: (aliasId: string) => `/app/alias/${aliasId}/deliveries` as Route,
  /** Where anyone who knows an alias brings files. */
  inbox: (aliasId: string) => `/app/share/${aliasId}` as Route,
  /** What there is to read here: a guide for people, and from there the API's own description. */
  documentation: '/api/doc/guide',
  /** Somebody else's cheat sheet, opened only by who asks for it. */
  markdownHelp: 'https://commonmark.org/help/',
  /** The same for adding to a delivery, by the secret of its receipt. */
  inboxFor: (aliasId: string, secret: string) => `/app/share/${aliasId}#more=${secret}` as Route,
  /** What a sender keeps. The secret stays behind the sign. */
  receipt: (secret: string) => `/app/receipt#${secret}` as Route,
  open: (linkId: string) => `/app/open/${linkId}` as Route,
} as const;

/** Those that only the server leads to, so that no page has to load them. */
export const serverPaths = {
  /** Where a sign-in elsewhere ends, with the reason when it came to nothing. */
  externalLogin: ({ back, code, provider }: { back: string | null; code?: string; provider?: string }) => {
    const search = new URLSearchParams({ oauth: '1' });
    if (code) search.set('error', code);
    if (provider) search.set('provider', provider);
    if (back) search.set('r', back);
    return `/app/login?${search}` as const;
  },
  calls: '/api/doc',
  /** Where the two links of a reminder lead. The token stays behind the sign, as an invite key does. */
  ending: (wish: 'extend' | 'end', token: string) => `/app/ending#${wish}=${token}`,
  /** What other apps have shared to this one. */
  receive: '/app/receive',
  /** Where a person lets a program in that has no browser. */
  device: (code?: string) => (code ? (`/app/device?code=${code}` as Route) : ('/app/device' as const)),
} as const;

/** Pages that show to everybody, so nobody has to leave them when a session ends. Below `/app` the others are secured. */
export const isOpenPage = (path: string): boolean =>
  !/^\/app(\/|$)/.test(path) ||
  /^\/app\/(login|register|ending|receipt|(info|open|share)\/[^/]+)$/.test(path);

/** The page after signing in, by the name that the configuration gives it. */
export const initialPath = (page: 'home' | 'uploads' | 'share') =>
  ({ home: paths.home, uploads: paths.shares, share: paths.newShare })[page];
